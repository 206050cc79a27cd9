// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/timeaxis/timescale.h"

class QWheelEvent;

namespace sonde::widgets {

// What one step of the wheel or one key enlarges, in every view with a scale of time.
inline constexpr double kZoomStep = 1.25;

// With Control the wheel zooms at the pointer, with Shift or sideways it moves; the scale begins at
// `left` pixels of the view. False: it asked for neither, and the scale is as it was.
bool turnScale(models::TimeScale &scale, const QWheelEvent &event, int left);

} // namespace sonde::widgets
