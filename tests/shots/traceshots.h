// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::app {
class MainWindow;
}

namespace sonde::shots {

class Camera;

// Pictures of what is asked of the trace: a filter, its statistics, two messages beside each other,
// a search. False when one of them failed.
bool drawTrace(app::MainWindow &window, const Camera &camera);

} // namespace sonde::shots
