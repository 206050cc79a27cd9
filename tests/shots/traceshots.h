// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::app {

class Camera;
class MainWindow;

// Pictures of what is asked of the trace: a filter, its statistics, two messages beside each other,
// a search. False when one of them failed.
bool drawTrace(MainWindow &window, const Camera &camera);

} // namespace sonde::app
