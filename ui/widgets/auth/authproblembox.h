// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/flow/step.h"

#include <QWidget>

namespace sonde::look {
class InlineMessage;
}

namespace sonde::widgets {

class OverrideBox;
class PropertyGrid;

// Why a step of an authorization failed: the problem by name, the sentence, the rule behind it and
// its usual cause. A check that may be overridden for one run is overridden after a confirmation.
class AuthProblemBox : public QWidget {
    Q_OBJECT
public:
    explicit AuthProblemBox(QWidget *parent = nullptr);

    void setStep(const auth::Step &step); // hides itself when nothing is wrong with it
    const PropertyGrid &facts() const { return *m_facts; }
    QString sentence() const;

Q_SIGNALS:
    void overrideRequested(sonde::auth::AuthRule rule); // for one run

private:
    auth::AuthRule m_rule = auth::AuthRule::Unreachable;
    look::InlineMessage *m_problem;
    PropertyGrid *m_facts;
    OverrideBox *m_override;
};

} // namespace sonde::widgets
