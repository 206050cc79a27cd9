// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/panels.h"

#include "widgets/kit/countbadge.h"
#include "widgets/kit/panel.h"

#include <QAction>
#include <QTabBar>

namespace sonde::app {

using widgets::Panel;

Panels::Panels(QWidget *parent)
    : QTabWidget(parent)
{
    setDocumentMode(true);
    setAccessibleName(tr("What the current server is and offers"));
}

void Panels::add(Panel *panel, QAction *show)
{
    QString title = show->text();
    addTab(panel, show->icon(), title.remove(QLatin1Char('&')));
    const Tab tab{panel, new widgets::CountBadge(this)};
    m_panels.push_back(tab);
    showCount(tab);
    connect(show, &QAction::triggered, this, [this, panel] {
        setCurrentWidget(panel);
        Q_EMIT wanted();
    });
    connect(panel, &Panel::countChanged, this, [this, tab] { showCount(tab); });
    connect(panel, &Panel::actionsChanged, this, &Panels::actionsChanged);
    connect(panel, &Panel::connectRequested, this, &Panels::connectRequested);
    connect(panel, &Panel::succeeded, this, &Panels::succeeded);
    connect(panel, &Panel::failed, this, &Panels::failed);
    connect(panel, &Panel::messageRequested, this, &Panels::messageRequested);
}

void Panels::setServer(const QString &name, mcp::Client *client)
{
    for (const Tab &tab : m_panels)
        tab.panel->setServer(name, client);
}

void Panels::setNarrow(bool narrow)
{
    for (const Tab &tab : m_panels)
        tab.panel->setNarrow(narrow);
}

Panel *Panels::inFront() const
{
    return qobject_cast<Panel *>(currentWidget());
}

void Panels::showCount(const Tab &tab)
{
    tab.badge->setCount(tab.panel->count());
    const int at = indexOf(tab.panel);
    // Only a new button makes the bar measure its tabs again.
    tabBar()->setTabButton(at, QTabBar::RightSide, nullptr);
    tabBar()->setTabButton(at, QTabBar::RightSide, tab.badge);
    tab.badge->setVisible(tab.panel->count() > 0);
}

} // namespace sonde::app
