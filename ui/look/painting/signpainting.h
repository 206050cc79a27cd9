// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/sign.h"

#include <QColor>
#include <QRectF>

class QPainter;

namespace sonde::look {

// Draws the shape into the middle of the rectangle, as large as a 14 px square that grows with it.
// `phase` turns the quarter of a pending ring: 0 to 3.
void paintSign(
    QPainter *painter, const QRectF &rect, models::Sign sign, const QColor &color, int phase = 0);

inline constexpr int kAfterSign = 4; // pixels between a sign and the text that follows it

// Where the quarter of a pending ring stands now: four steps a second, 0 when motion is off.
// Views with a pending row repaint it four times a second.
int pendingPhase();

// A tag: a 1 px frame with a word; a warning one has a triangle before it.
struct Tag {
    QString word;
    bool warning = false;
    bool isNew = false; // in the accent color
};
// The width it takes for the small font.
int tagWidth(const Tag &tag);
int tagHeight();
// Paints it right of `rect`'s left side, in the middle of its height; gives the used width.
int paintTag(QPainter *painter, const QRect &rect, const Tag &tag);

// A count in a pill; `awaited` when a person has to act.
int badgeWidth(int count);
void paintBadge(QPainter *painter, const QRect &rect, int count, bool awaited);

} // namespace sonde::look
