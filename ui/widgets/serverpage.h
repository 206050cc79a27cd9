// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client.h"

#include <QWidget>

class QGridLayout;
class QPlainTextEdit;

namespace sonde::models {
class CapabilityModel;
}

namespace sonde::content {
class PanelTitle;
class ToneLabel;
} // namespace sonde::content

namespace sonde::widgets {

// A connected server: what was agreed and why, what both sides can do, what it says about itself.
class ServerPage : public QWidget {
    Q_OBJECT
public:
    explicit ServerPage(QWidget *parent = nullptr);

    void setClient(const mcp::Client &client); // in Ready

private:
    QWidget *makeFacts();
    QWidget *makeCapabilities();
    QWidget *makeInstructions();
    content::ToneLabel *addFact(const QString &name, bool fixedPitch = false);

    content::ToneLabel *m_heading;
    content::ToneLabel *m_name;
    QGridLayout *m_facts = nullptr;
    content::ToneLabel *m_revision = nullptr;
    content::ToneLabel *m_why = nullptr;
    content::ToneLabel *m_server = nullptr;
    content::ToneLabel *m_firstAnswer = nullptr;
    content::ToneLabel *m_process = nullptr;
    content::ToneLabel *m_program = nullptr;
    content::ToneLabel *m_folder = nullptr;
    models::CapabilityModel *m_capabilities = nullptr;
    content::PanelTitle *m_instructionsTitle = nullptr;
    QPlainTextEdit *m_instructions = nullptr;
};

// "modern (stateless)", "legacy (handshake)"
QString eraText(mcp::Era era);
// "0.412 ms"
QString millisecondsText(qint64 ns);

} // namespace sonde::widgets
