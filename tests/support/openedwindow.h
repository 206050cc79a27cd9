// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/program/mainwindow.h"
#include "app/workspace/places.h"
#include "support/patience.h"

namespace sonde::tests {

inline config::Profile profile(
    const QString &name, const QString &program, const QStringList &arguments)
{
    config::Profile made;
    made.name = name;
    made.program = program;
    made.arguments = arguments;
    return made;
}

inline config::Profile demo(const QString &name = QStringLiteral("demo"))
{
    return profile(name, app::demoServer(), {});
}

// A window with settings of its own.
struct Opened {
    explicit Opened(const QString &folder)
        : workspace({folder, {}})
        , window(workspace)
    {
        workspace.load();
        window.show();
    }

    void connectTo(const config::Profile &server)
    {
        const QString name = workspace.addForThisRun(server);
        workspace.setCurrent(name);
        workspace.connectTo(name);
    }

    mcp::ClientState state(const QString &name) const
    {
        const mcp::Client *client = workspace.client(name);
        return client ? client->state() : mcp::ClientState::Stopped;
    }

    app::Workspace workspace;
    app::MainWindow window;
};

} // namespace sonde::tests
