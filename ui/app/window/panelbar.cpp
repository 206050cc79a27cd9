// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/panelbar.h"

#include "look/style/sondestyle.h"

#include <QStyleOptionTab>

namespace sonde::app {

namespace {

constexpr int kAfterIcon = 4; // as QTabBar has it

} // namespace

bool PanelBar::fit(int room)
{
    const bool wasClose = isClose();
    setProperty(look::kCloseTabs, false);
    const bool close = sumOfTabs() > room;
    setProperty(look::kCloseTabs, close);
    if (close != wasClose)
        setIconSize(iconSize()); // which lays the tabs out again
    return sumOfTabs() <= room;
}

bool PanelBar::isClose() const
{
    return property(look::kCloseTabs).toBool();
}

int PanelBar::sumOfTabs() const
{
    int sum = 0;
    for (int tab = 0; tab < count(); ++tab)
        sum += isTabVisible(tab) ? tabSizeHint(tab).width() : 0;
    return sum;
}

QSize PanelBar::tabSizeHint(int index) const
{
    QSize size = QTabBar::tabSizeHint(index);
    if (isClose() && !tabIcon(index).isNull())
        size.rwidth() -= iconSize().width() + kAfterIcon;
    return size;
}

void PanelBar::initStyleOption(QStyleOptionTab *option, int index) const
{
    QTabBar::initStyleOption(option, index);
    if (isClose())
        option->icon = {};
}

} // namespace sonde::app
