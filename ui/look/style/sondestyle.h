// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "look/style/measuredstyle.h"

class QApplication;

namespace sonde::look {

// The drawing of Sonde: flat, with frames of one pixel. Colours come from theme().
class SondeStyle final : public MeasuredStyle {
    Q_OBJECT
public:
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget = nullptr) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget = nullptr) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
        QPainter *painter, const QWidget *widget = nullptr) const override;
    int styleHint(StyleHint hint, const QStyleOption *option = nullptr,
        const QWidget *widget = nullptr, QStyleHintReturn *data = nullptr) const override;
    QIcon standardIcon(StandardPixmap which, const QStyleOption *option = nullptr,
        const QWidget *widget = nullptr) const override;
    void polish(QWidget *widget) override;
    using MeasuredStyle::polish;

private:
    static QRect menuArrow(const QStyleOption &option, const QRect &button);
    bool drawButtonLabel(
        const QStyleOption *option, QPainter *painter, const QWidget *widget) const;
};

// Style, theme of the system, focus ring: once, after the application exists and before its first
// window.
void installLook(QApplication &application);

} // namespace sonde::look
