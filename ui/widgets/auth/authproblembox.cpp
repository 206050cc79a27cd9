// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/auth/authproblembox.h"

#include "look/controls/inlinemessage.h"
#include "look/theme/metrics.h"
#include "models/auth/authstepmodel.h"
#include "widgets/kit/button/overridebox.h"
#include "widgets/kit/table/propertygrid.h"

#include <QVBoxLayout>

namespace sonde::widgets {

using Kind = look::InlineMessage::Kind;
using StepModel = models::AuthStepModel;

AuthProblemBox::AuthProblemBox(QWidget *parent)
    : QWidget(parent)
    , m_problem(new look::InlineMessage(this))
    , m_facts(new PropertyGrid(this))
    , m_override(new OverrideBox(this))
{
    m_override->setTexts({tr("Override this chec&k once…"), tr("Override this check?"),
        tr("Authorization restarts with this check off, once. An impostor could obtain the token."),
        tr("Overri&de once")});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(3, 0, 3, 3); // room for the focus ring
    layout->setSpacing(look::metrics().gap);
    layout->addWidget(m_problem);
    layout->addWidget(m_facts);
    layout->addWidget(m_override);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    connect(m_override, &OverrideBox::confirmed, this, [this] {
        m_override->reset();
        Q_EMIT overrideRequested(m_rule);
    });
    hide();
}

QString AuthProblemBox::sentence() const
{
    return m_problem->sentence();
}

void AuthProblemBox::setStep(const auth::Step &step)
{
    const bool failed = step.state == auth::StepState::Failed;
    const bool overridden = !step.overridden.empty();
    setVisible(failed || overridden || !step.remarks.empty());
    models::Properties facts;
    std::optional<auth::AuthRule> rule;
    if (failed)
        rule = step.rule;
    else if (overridden)
        rule = step.overridden.front();
    if (rule) {
        const auth::RuleText &text = auth::textOf(*rule);
        facts.push_back({tr("Rule"), auth::sentenceOf(*rule)});
        facts.push_back({tr("Source"), QString::fromUtf8(text.source)});
        if (failed && !step.error.isEmpty())
            facts.push_back({tr("Error"), step.error, true});
        if (const QString cause = StepModel::usualCause(step); failed && !cause.isEmpty())
            facts.push_back({tr("Usual cause"), cause});
    }
    for (const QString &remark : step.remarks)
        facts.push_back(
            {tr("Remark"), remark, false, models::Sign::ToolError, models::ColorRole::Warn});
    m_facts->setProperties(facts);
    m_problem->hide();
    if (failed)
        m_problem->showMessage(Kind::Error, step.decision, {}, StepModel::problemName(step));
    else if (overridden)
        m_problem->showMessage(Kind::Error, tr("You overrode this check for this run."), {},
            StepModel::problemName(step.overridden.front()));
    const auth::AuthRule now = rule.value_or(auth::AuthRule::Unreachable);
    if (!rule || m_rule != now)
        m_override->reset();
    m_rule = now;
    m_override->setOffered(failed && rule && auth::textOf(now).overridable);
}

} // namespace sonde::widgets
