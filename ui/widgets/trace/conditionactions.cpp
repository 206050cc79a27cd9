// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/conditionactions.h"

#include "look/painting/iconengine.h"
#include "widgets/trace/filterbar.h"

#include <QAction>
#include <QMenu>

#include <utility>

namespace sonde::widgets {

using models::ColorRole;
using models::ConditionUse;

ConditionActions::ConditionActions(std::function<QString()> condition, QWidget *parent)
    : QObject(parent)
    , m_condition(std::move(condition))
    , m_replace(make("useAsFilter", ConditionUse::Replace))
    , m_and(make("addToFilter", ConditionUse::And))
    , m_exclude(make("excludeByFilter", ConditionUse::Exclude))
    , m_colours(new QMenu(tr("Colour by this"), parent))
{
    m_replace->setIcon(look::icon("filter"));
    m_colours->menuAction()->setObjectName(QStringLiteral("colourByThis"));
    for (const auto &[tone, word] : FilterBar::tones())
        m_colours->addAction(word, this, [this, tone = tone] {
            if (const QString chosen = m_condition(); !chosen.isEmpty())
                Q_EMIT used(chosen, ConditionUse::Colour, tone);
        });
    update();
}

ConditionActions::~ConditionActions() = default;

QAction *ConditionActions::make(const char *name, ConditionUse use)
{
    auto *action = new QAction(this);
    action->setObjectName(QLatin1String(name));
    connect(action, &QAction::triggered, this, [this, use] {
        if (const QString chosen = m_condition(); !chosen.isEmpty())
            Q_EMIT used(chosen, use, ColorRole::Normal);
    });
    return action;
}

QList<QAction *> ConditionActions::actions() const
{
    return {m_replace, m_and, m_exclude, m_colours->menuAction()};
}

void ConditionActions::update()
{
    const QString condition = m_condition();
    const QString shown = menuText(condition);
    m_replace->setText(shown.isEmpty() ? tr("Use as filter") : tr("Use as filter: %1").arg(shown));
    m_and->setText(tr("Add to the filter"));
    m_exclude->setText(tr("Exclude by the filter"));
    for (QAction *action : actions())
        action->setEnabled(!condition.isEmpty());
}

} // namespace sonde::widgets
