// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStyle>

class QPainter;
class QStyleOption;
class QStyleOptionDockWidget;
class QStyleOptionHeader;
class QStyleOptionTab;
class QStyleOptionViewItem;

// What SondeStyle draws around and between the things that are operated.
namespace sonde::look::chrome {

void frame(QPainter *painter, const QStyleOption &option);
void tab(QPainter *painter, const QStyleOptionTab &option);
void header(QPainter *painter, const QRect &rect, bool pressed);
void sortArrow(QPainter *painter, const QStyleOptionHeader &option);
void dockTitle(QPainter *painter, const QStyleOptionDockWidget &option, const QRect &words);
// Five dots along the longer side.
void splitterHandle(QPainter *painter, const QRect &rect);
void branch(QPainter *painter, const QStyleOption &option);
void itemBackground(QPainter *painter, const QStyleOptionViewItem &option);
void toolBar(QPainter *painter, const QRect &rect);
void toolBarSeparator(QPainter *painter, const QRect &rect);
void menuBarItem(QPainter *painter, const QStyleOption &option);
void menuSeparator(QPainter *painter, const QRect &rect);

} // namespace sonde::look::chrome
