// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::app {
class MainWindow;
class Workspace;
} // namespace sonde::app

namespace sonde::shots {

class Camera;

// Pictures of the tabs of resources and prompts, of proposed values, of a watched resource, and of
// a list that changed; the demo server is the current one. False when one of them failed.
bool drawCatalogs(app::MainWindow &window, app::Workspace &workspace, const Camera &camera);

} // namespace sonde::shots
