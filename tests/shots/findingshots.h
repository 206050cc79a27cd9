// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::app {
class MainWindow;
class Workspace;
} // namespace sonde::app

namespace sonde::shots {

class Camera;

// Pictures of the findings about a server that breaks the specification: the panel, the detail of a
// message, the coverage. False when one of them failed. Leaves the demo server the current one.
bool drawFindings(app::MainWindow &window, app::Workspace &workspace, const Camera &camera);

} // namespace sonde::shots
