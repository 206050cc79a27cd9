// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/frame/tighttabbar.h"

#include "look/style/sondestyle.h"

#include <QStyleOptionTab>
#include <QTabWidget>

namespace sonde::widgets {

namespace {

constexpr int kAfterIcon = 4; // as QTabBar has it

} // namespace

TightTabBar::TightTabBar(QWidget *parent)
    : QTabBar(parent)
{
    // Fitting lays the tabs out again.
    connect(this, &TightTabBar::tabsChanged, this, &TightTabBar::fitSelf, Qt::QueuedConnection);
}

// In a tab widget it is as wide as its tabs.
void TightTabBar::fitSelf()
{
    if (!qobject_cast<QTabWidget *>(parentWidget()))
        fit(width());
}

void TightTabBar::resizeEvent(QResizeEvent *event)
{
    QTabBar::resizeEvent(event);
    fitSelf();
}

bool TightTabBar::fit(int room)
{
    const bool wasClose = isClose();
    setProperty(look::kCloseTabs, false);
    const bool close = sumOfTabs() > room;
    setProperty(look::kCloseTabs, close);
    if (close != wasClose)
        setIconSize(iconSize()); // which lays the tabs out again
    return sumOfTabs() <= room;
}

bool TightTabBar::isClose() const
{
    return property(look::kCloseTabs).toBool();
}

int TightTabBar::sumOfTabs() const
{
    int sum = 0;
    for (int tab = 0; tab < count(); ++tab)
        sum += isTabVisible(tab) ? tabSizeHint(tab).width() : 0;
    return sum;
}

QSize TightTabBar::tabSizeHint(int index) const
{
    QSize size = QTabBar::tabSizeHint(index);
    if (isClose() && !tabIcon(index).isNull())
        size.rwidth() -= iconSize().width() + kAfterIcon;
    return size;
}

void TightTabBar::initStyleOption(QStyleOptionTab *option, int index) const
{
    QTabBar::initStyleOption(option, index);
    if (isClose())
        option->icon = {};
}

} // namespace sonde::widgets
