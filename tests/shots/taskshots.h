// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::app {
class MainWindow;
}

namespace sonde::shots {

class Camera;

// Pictures of calls and tasks that take their time; the demo server is the current one, and the
// extension for tasks is declared. False when one of them failed.
bool drawTasks(app::MainWindow &window, const Camera &camera);

} // namespace sonde::shots
