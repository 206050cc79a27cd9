// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::mcp {
class Client;
}
namespace sonde::review {
class ServerRequestQueue;
}

namespace sonde::app {

class Camera;
class MainWindow;

// Draws the main screens, light and dark, as 1440 × 900 PNG files into the folder: connected with
// a call made and its message selected (also in a narrow window and the smallest one), the
// overview, a failed start, an authorization, the editor of a server. Works without a screen
// (QT_QPA_PLATFORM=offscreen). Gives the exit code: 0, or 1 with a sentence on stderr.
int drawShots(const QString &folder);

// Two of them: the demo server's calls against the time, over stdio with one that becomes a task,
// over HTTP with one of several rounds.
bool drawTimeAxis(const Camera &camera, MainWindow &window, mcp::Client &client);
bool drawHttpAxis(const Camera &camera, MainWindow &window, mcp::Client &client,
    review::ServerRequestQueue &asks);

} // namespace sonde::app
