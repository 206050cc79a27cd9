// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/property.h"
#include "session/connection/failure.h"

#include <QWidget>

class QPlainTextEdit;

namespace sonde::look {
class PanelTitle;
}

namespace sonde::widgets {

class PropertyGrid;

// What was seen of a server that is reached by URL: its response, the connection, what it wants.
class HttpEvidence : public QWidget {
    Q_OBJECT
public:
    explicit HttpEvidence(QWidget *parent = nullptr);

    void setFailure(const session::Failure &failure);
    QString response() const;
    const PropertyGrid &connection() const { return *m_connection; }
    const PropertyGrid &challenges() const { return *m_challenges; }
    const PropertyGrid &reason() const { return *m_reason; }

private:
    QWidget *makeResponse();
    QWidget *makeProperties();
    static models::Properties connectionFacts(const session::Failure &failure);
    static models::Properties challengeFacts(const wire::HttpFailure &failure);
    static models::Properties reasonFacts(const session::Failure &failure);

    look::PanelTitle *m_responseTitle = nullptr;
    QPlainTextEdit *m_response = nullptr;
    PropertyGrid *m_connection = nullptr;
    QWidget *m_challengesPart = nullptr;
    PropertyGrid *m_challenges = nullptr;
    PropertyGrid *m_reason = nullptr;
};

} // namespace sonde::widgets
