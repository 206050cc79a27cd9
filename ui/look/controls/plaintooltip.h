// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

class QHelpEvent;
class QModelIndex;
class QWidget;

namespace sonde::look {

// Text for a tool tip that shows it as it is: Qt takes what looks like markup for markup, and a
// server's text may look so on purpose. Cut at kMaxToolTip characters.
constexpr qsizetype kMaxToolTip = 2000;
QString plainToolTip(const QString &text);

// The tool tip of a control, and for screen readers the same text without markup.
void setPlainToolTip(QWidget &widget, const QString &text);

// Shows it at the mouse; hides the tip when there is none.
void showPlainToolTip(const QHelpEvent *event, const QString &text, QWidget *widget);
// What an item has for it; an item without one whose text is cut shows the whole text.
void showPlainToolTip(
    const QHelpEvent *event, const QModelIndex &item, bool isCut, QWidget *widget);

} // namespace sonde::look
