// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/step.h"

#include <QWidget>

class QPushButton;

namespace sonde::look {
class InlineMessage;
}

namespace sonde::widgets {

class PropertyGrid;

// Why a step of an authorization has failed: the problem by name, the sentence, the rule behind it
// and its usual cause. What may be let pass for one run is let pass after a second question.
class AuthProblemBox : public QWidget {
    Q_OBJECT
public:
    explicit AuthProblemBox(QWidget *parent = nullptr);

    void setStep(const auth::Step &step); // hides itself when nothing is wrong with it
    const PropertyGrid &facts() const { return *m_facts; }
    QString sentence() const;

Q_SIGNALS:
    void overrideRequested(sonde::auth::Rule rule); // for one run

private:
    void ask(bool asking);

    auth::Rule m_rule = auth::Rule::Unreachable;
    bool m_mayPass = false;
    look::InlineMessage *m_problem;
    PropertyGrid *m_facts;
    QPushButton *m_offer;
    look::InlineMessage *m_question;
    QPushButton *m_confirm;
    QPushButton *m_leave;
};

} // namespace sonde::widgets
