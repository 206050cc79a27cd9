// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/auth/authproblembox.h"

#include "look/inlinemessage.h"
#include "look/metrics.h"
#include "models/auth/authstepmodel.h"
#include "widgets/kit/propertygrid.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using Kind = look::InlineMessage::Kind;
using Model = models::AuthStepModel;

AuthProblemBox::AuthProblemBox(QWidget *parent)
    : QWidget(parent)
    , m_problem(new look::InlineMessage(this))
    , m_facts(new PropertyGrid(this))
    , m_offer(new QPushButton(tr("Go on any&way, once…"), this))
    , m_question(new look::InlineMessage(this))
    , m_confirm(new QPushButton(tr("&Yes, let it pass once"), this))
    , m_leave(new QPushButton(tr("&Leave it"), this))
{
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(look::metrics().gap);
    for (QPushButton *button : {m_offer, m_confirm, m_leave})
        buttons->addWidget(button);
    buttons->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(3, 0, 3, 3); // room for the focus ring
    layout->setSpacing(look::metrics().gap);
    layout->addWidget(m_problem);
    layout->addWidget(m_facts);
    layout->addWidget(m_question);
    layout->addLayout(buttons);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    connect(m_offer, &QPushButton::clicked, this, [this] {
        ask(true);
        m_leave->setFocus();
    });
    connect(m_leave, &QPushButton::clicked, this, [this] {
        ask(false);
        m_offer->setFocus();
    });
    connect(m_confirm, &QPushButton::clicked, this, [this] {
        ask(false);
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
    std::optional<auth::Rule> rule;
    if (failed)
        rule = step.rule;
    else if (overridden)
        rule = step.overridden.front();
    if (rule) {
        const auth::RuleText &text = auth::textOf(*rule);
        facts.push_back({tr("Rule"), QString::fromUtf8(text.sentence)});
        facts.push_back({tr("Of"), QString::fromUtf8(text.source)});
        if (failed && !step.error.isEmpty())
            facts.push_back({tr("Error"), step.error, true});
        if (const QString cause = Model::usualCause(step); failed && !cause.isEmpty())
            facts.push_back({tr("Usual cause"), cause});
    }
    for (const QString &remark : step.remarks)
        facts.push_back(
            {tr("Remark"), remark, false, models::Sign::ToolError, models::ColorRole::Warn});
    m_facts->setProperties(facts);
    m_problem->hide();
    if (failed)
        m_problem->showMessage(Kind::Error, step.decision, {}, Model::problemName(step));
    else if (overridden)
        m_problem->showMessage(Kind::Error,
            tr("This was let pass by you, for this run: the rule says to refuse it."), {},
            Model::problemName(step.overridden.front()));
    const auth::Rule now = rule.value_or(auth::Rule::Unreachable);
    const bool same = rule && m_rule == now;
    m_rule = now;
    m_mayPass = failed && rule && auth::textOf(now).overridable;
    ask(same && m_mayPass && !m_question->isHidden());
}

void AuthProblemBox::ask(bool asking)
{
    m_offer->setVisible(m_mayPass && !asking);
    m_confirm->setVisible(asking);
    m_leave->setVisible(asking);
    m_question->hide();
    if (asking)
        m_question->showMessage(Kind::Error,
            tr("The authorization begins again, and for that run this rule is not held. Whoever "
               "answers may not be who was asked, and may get the token."),
            {}, tr("Let it pass?"));
}

} // namespace sonde::widgets
