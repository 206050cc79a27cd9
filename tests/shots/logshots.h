// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::app {
class MainWindow;
}

namespace sonde::shots {

class Camera;

// Pictures of the log of the demo server, which is the current one, and of what it said during one
// call. False when one of them failed.
bool drawLogs(app::MainWindow &window, const Camera &camera);

} // namespace sonde::shots
