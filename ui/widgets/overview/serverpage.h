// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"

#include <QWidget>

#include <optional>

class QLabel;
class QPushButton;
class QPlainTextEdit;

namespace sonde::session {
class Observation;
}

namespace sonde::models {
class CapabilityModel;
struct Coverage;
} // namespace sonde::models

namespace sonde::look {
class PanelTitle;
class ColorLabel;
} // namespace sonde::look

namespace sonde::widgets {

class CertificateBox;
class PropertyGrid;

// A connected server: the negotiated revision and the reason for it, the capabilities of both
// sides, and what the server says about itself.
class ServerPage : public QWidget {
    Q_OBJECT
public:
    explicit ServerPage(QWidget *parent = nullptr);

    void setClient(const mcp::Client &client); // in Ready
    // Of a conversation that Sonde only watches.
    void setObservation(const QString &name, const session::Observation &observation);
    // What was found out by an earlier probe; nothing when that is not known.
    // What was checked of the specification, and what is violated.
    void setCoverage(const models::Coverage &coverage);
    void setDetected(const std::optional<mcp::DetectedRevision> &detected);

    QPushButton &findingsButton() const { return *m_findings; }
    QPushButton &removeTapButton() const { return *m_removeTap; } // only for a tap of a host
    const PropertyGrid &agreed() const { return *m_agreed; }
    const PropertyGrid &connection() const { return *m_connection; }
    const PropertyGrid &subscriptions() const { return *m_subscriptions; }

Q_SIGNALS:
    void findingsRequested();
    void removeTapRequested(); // of the observation

private:
    QWidget *makeProperties();
    QWidget *makeCapabilities();
    QWidget *makeInstructions();
    void showInstructions(const QString &text);
    void showAgreed(const mcp::Client &client);
    void showHttp(const mcp::Client &client);

    look::ColorLabel *m_heading;
    look::ColorLabel *m_name;
    QPushButton *m_findings; // hidden before the first message is checked
    QPushButton *m_removeTap;
    PropertyGrid *m_agreed = nullptr;
    QWidget *m_http = nullptr; // of a server that is reached by URL
    PropertyGrid *m_connection = nullptr;
    CertificateBox *m_certificate = nullptr;
    QLabel *m_subscriptionsTitle = nullptr;
    PropertyGrid *m_subscriptions = nullptr;
    std::optional<mcp::DetectedRevision> m_detected;
    models::CapabilityModel *m_capabilities = nullptr;
    look::PanelTitle *m_instructionsTitle = nullptr;
    QPlainTextEdit *m_instructions = nullptr;
};

// "modern (stateless)", "legacy (handshake)"
QString eraText(mcp::Era era);

} // namespace sonde::widgets
