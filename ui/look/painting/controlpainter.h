// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStyle>

class QPainter;
class QStyleOption;
class QStyleOptionButton;
class QStyleOptionComboBox;
class QStyleOptionProgressBar;
class QStyleOptionSlider;
class QStyleOptionSpinBox;

// What SondeStyle draws of the things that are operated: buttons, fields, marks, bars.
namespace sonde::look::controls {

enum class Chevron { Up, Down, Left, Right };
void chevron(QPainter *painter, const QRect &rect, Chevron direction, const QColor &color);

void pushButton(QPainter *painter, const QStyleOptionButton &option);
void toolButton(QPainter *painter, const QStyleOption &option);
// A place to type in: base with the outline of controls.
void field(QPainter *painter, const QRect &rect, bool enabled, bool readOnly);
void comboBox(QPainter *painter, const QStyleOptionComboBox &option, const QRect &arrow);
// The option with a text that fits between its edges: `room` pixels for the text and its icon.
QStyleOptionComboBox elided(const QStyleOptionComboBox &option, int room);
void spinBox(
    QPainter *painter, const QStyleOptionSpinBox &option, const QRect &up, const QRect &down);
void checkMark(QPainter *painter, const QStyleOption &option);
void radioMark(QPainter *painter, const QStyleOption &option);
void scrollBar(QPainter *painter, const QStyleOptionSlider &option, const QRect &slider);
void progress(QPainter *painter, const QStyleOptionProgressBar &option);
void focusRing(QPainter *painter, const QRect &rect);

} // namespace sonde::look::controls
