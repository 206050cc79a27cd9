// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QPainter;
class QStyleOptionViewItem;

namespace sonde::look {

// For delegates that paint a row themselves: what is behind its content (selection, hover, the
// option's own brush), and the ring around the row that has the focus.
void paintItemPanel(QPainter *painter, const QStyleOptionViewItem &option);
void paintItemFocus(QPainter *painter, const QStyleOptionViewItem &option);

} // namespace sonde::look
