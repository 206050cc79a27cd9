// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::app {
class MainWindow;
}
namespace sonde::mcp {
class Client;
}
namespace sonde::review {
class ServerRequestQueue;
}

namespace sonde::shots {

class Camera;

// Pictures of the time axis with calls of the demo server. Over stdio one call becomes a task; over
// HTTP one call takes several rounds of server requests. False when a picture failed.
bool drawTimeAxis(const Camera &camera, app::MainWindow &window, mcp::Client &client);
bool drawHttpAxis(const Camera &camera, app::MainWindow &window, mcp::Client &client,
    review::ServerRequestQueue &asks);

} // namespace sonde::shots
