// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::app {

class Camera;
class MainWindow;
class Workspace;

// Pictures of the tabs of resources and prompts, of proposed values, of a watched resource, and of
// a list that changed; the demo server is the current one. False when one of them failed.
bool drawCatalogs(MainWindow &window, Workspace &workspace, const Camera &camera);

} // namespace sonde::app
