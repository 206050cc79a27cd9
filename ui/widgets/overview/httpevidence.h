// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/fact.h"
#include "session/failure.h"

#include <QWidget>

class QPlainTextEdit;

namespace sonde::content {
class PanelTitle;
}

namespace sonde::widgets {

class FactGrid;

// What was seen of a server that is reached by URL: its answer, the connection, what it wants.
class HttpEvidence : public QWidget {
    Q_OBJECT
public:
    explicit HttpEvidence(QWidget *parent = nullptr);

    void setFailure(const Failure &failure);
    QString answer() const;
    const FactGrid &connection() const { return *m_connection; }
    const FactGrid &challenges() const { return *m_challenges; }
    const FactGrid &reason() const { return *m_reason; }

private:
    QWidget *makeAnswer();
    QWidget *makeFacts();
    static models::Facts connectionFacts(const Failure &failure);
    static models::Facts challengeFacts(const wire::HttpFailure &failure);
    static models::Facts reasonFacts(const Failure &failure);

    content::PanelTitle *m_answerTitle = nullptr;
    QPlainTextEdit *m_answer = nullptr;
    FactGrid *m_connection = nullptr;
    QWidget *m_challengesPart = nullptr;
    FactGrid *m_challenges = nullptr;
    FactGrid *m_reason = nullptr;
};

} // namespace sonde::widgets
