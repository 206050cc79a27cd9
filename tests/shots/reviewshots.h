// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::app {
class MainWindow;
class Workspace;
} // namespace sonde::app

namespace sonde::shots {

class Camera;

// The pictures of what servers ask: a sampling request with a picture and tools, a form, a URL, the
// rounds of a call, and what rules respond. `folder` is for files of theirs.
struct ReviewShots {
    app::MainWindow &window;
    app::Workspace &workspace;
    QString folder;
    const Camera &camera;

    bool draw() const;

private:
    bool sampling() const;
    bool form() const;
    bool url() const;
    bool rounds() const;
    bool byRules() const;
    bool ask(const QString &server, const QByteArray &question) const;
    bool call(
        const QString &server, bool modern, const char *tool, const std::string &rules = {}) const;
};

} // namespace sonde::shots
