// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::app {
class MainWindow;
class Workspace;
} // namespace sonde::app

namespace sonde::shots {

class Camera;

// An authorization that waits for a person, its steps, one that was refused, and what is kept.
bool drawAuthorization(app::MainWindow &window, app::Workspace &workspace, const Camera &camera);

} // namespace sonde::shots
