// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/appearance.h"

#include "app/window/actions.h"
#include "look/theme/metrics.h"
#include "look/theme/motion.h"
#include "look/theme/textsize.h"
#include "look/theme/theme.h"

#include <QAction>
#include <QActionGroup>

namespace sonde::app {

Appearance::Appearance(Actions &actions, models::Settings settings, QObject *parent)
    : QObject(parent)
    , m_actions(actions)
    , m_settings(settings)
{
    connect(actions.theme, &QActionGroup::triggered, this, &Appearance::chooseTheme);
    connect(actions.comfortable, &QAction::triggered, this, &Appearance::chooseDensity);
    connect(actions.reducedMotion, &QAction::triggered, this, &Appearance::chooseMotion);
}

void Appearance::restore()
{
    const bool comfortable = m_settings.comfortableRows();
    m_actions.comfortable->setChecked(comfortable);
    if (comfortable)
        look::setDensity(look::Density::Comfortable);
    const bool reduced = m_settings.reducedMotion();
    m_actions.reducedMotion->setChecked(reduced);
    look::setMotionReduced(reduced);
    const int theme = int(look::CurrentTheme::instance().choice());
    for (QAction *action : m_actions.theme->actions())
        action->setChecked(action->data().toInt() == theme);
    for (QAction *action : m_actions.language->actions())
        action->setChecked(action->data().toString() == m_settings.language());
    for (QAction *action : m_actions.textSize->actions())
        action->setChecked(action->data().toInt() == look::textSize());
}

void Appearance::chooseTheme(const QAction *action)
{
    const int choice = action->data().toInt();
    look::CurrentTheme::instance().setChoice(look::ThemeChoice(choice));
    m_settings.setTheme(choice);
}

void Appearance::chooseDensity(bool comfortable)
{
    look::setDensity(comfortable ? look::Density::Comfortable : look::Density::Compact);
    m_settings.setComfortableRows(comfortable);
}

void Appearance::chooseMotion(bool reduced)
{
    look::setMotionReduced(reduced);
    m_settings.setReducedMotion(reduced);
}

} // namespace sonde::app
