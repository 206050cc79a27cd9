// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/timeaxis/scalewheel.h"

#include <QWheelEvent>

#include <cmath>

namespace sonde::widgets {

namespace {

constexpr double kWheelStep = 120; // of an ordinary wheel
constexpr double kWheelPixels = 80;

} // namespace

bool turnScale(models::TimeScale &scale, const QWheelEvent &event, int left)
{
    const QPoint delta = event.angleDelta();
    const double steps = (delta.y() != 0 ? delta.y() : delta.x()) / kWheelStep;
    if (event.modifiers() & Qt::ControlModifier) {
        scale.zoom(std::pow(kZoomStep, steps), event.position().x() - left);
        return true;
    }
    if (delta.x() == 0 && !(event.modifiers() & Qt::ShiftModifier))
        return false;
    scale.moveTo(scale.begin() - std::int64_t(steps * kWheelPixels * scale.nsPerPixel()));
    return true;
}

} // namespace sonde::widgets
