// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/rulespage.h"

#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"
#include "widgets/servers/rulesedit.h"

#include <QCheckBox>
#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

RulesPage::RulesPage(QWidget *parent)
    : QWidget(parent)
    , m_byRules(new QCheckBox(tr("respond automatically by rules"), this))
    , m_mark(new ColorLabel(tr("changed; default: off"), ColorRole::Accent, this))
    , m_unused(new ColorLabel(
          tr("The rules are off: you review every request of the server."), ColorRole::Muted, this))
    , m_rules(new RulesEdit(this))
    , m_problem(new ColorLabel(ColorRole::Error, this))
{
    m_byRules->setObjectName(QStringLiteral("byRules"));
    m_byRules->setToolTip(
        tr("Sends the response of the first rule that matches, without review; the list of server "
           "requests shows which rule it was"));
    m_mark->setSign(models::Sign::Changed);
    m_mark->setFont(look::smallFont());
    m_unused->setWordWrap(true);
    m_problem->setWordWrap(true);
    auto *first = new QHBoxLayout;
    first->setSpacing(12);
    first->addWidget(m_byRules);
    first->addWidget(m_mark);
    first->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(3, 3, 6, 3); // room for the focus ring
    layout->setSpacing(4);
    layout->addLayout(first);
    layout->addWidget(m_unused);
    layout->addWidget(m_rules);
    layout->addWidget(m_problem);
    layout->addStretch();
    look::passFocus(*this, *m_byRules);
    connect(m_byRules, &QCheckBox::toggled, this, &RulesPage::refresh);
    connect(m_rules, &RulesEdit::changed, this, &RulesPage::refresh);
    refresh();
}

void RulesPage::fill(const config::Offers &offers)
{
    m_byRules->setChecked(offers.respondByRules);
    m_rules->setText(offers.rules);
    refresh();
}

void RulesPage::putInto(config::Offers &offers) const
{
    offers.respondByRules = m_byRules->isChecked();
    offers.rules = m_rules->text();
}

QString RulesPage::problem() const
{
    return m_rules->problem();
}

int RulesPage::changeCount() const
{
    return (m_byRules->isChecked() ? 1 : 0) + (m_rules->text().empty() ? 0 : 1);
}

void RulesPage::refresh()
{
    const bool on = m_byRules->isChecked();
    const bool any = !m_rules->text().empty();
    m_mark->setVisible(on);
    m_unused->setVisible(!on && any);
    m_rules->setVisible(on || any);
    m_problem->setText(problem());
    m_problem->setVisible(!m_problem->text().isEmpty());
    Q_EMIT changed();
}

} // namespace sonde::widgets
