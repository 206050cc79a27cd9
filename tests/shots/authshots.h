// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::app {

class Camera;
class MainWindow;
class Workspace;

// An authorization that waits for a person, its steps, one that was refused, and what is kept.
bool drawAuthorization(MainWindow &window, Workspace &workspace, const Camera &camera);

} // namespace sonde::app
