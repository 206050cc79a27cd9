// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/program/mainwindow.h"
#include "app/workspace/places.h"
#include "models/trace/tracemodel.h"
#include "support/patience.h"
#include "widgets/trace/tracepanel.h"

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
    explicit Opened(const QString &folder, const QString &taps = {})
        : workspace({folder, {}, {}, false, taps})
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

    // The messages to a server, as they were recorded; those that one thing made go, where it is
    // given.
    QStringList sentBy(const QString &server, std::optional<rpc::Origin> origin = {})
    {
        QStringList texts;
        models::TraceModel &trace = window.trace().document().model();
        trace.drainNow();
        for (int row = 0; row < trace.rowCount(); ++row) {
            const rpc::StreamInfo stream = trace.store().stream(trace.record(row).stream);
            const auto bytes = trace.store().read(trace.record(row));
            if (stream.server == server && stream.channel == rpc::Channel::Sent && bytes
                && (!origin || trace.record(row).origin == *origin))
                texts << QString::fromUtf8(bytes->toByteArray());
        }
        return texts;
    }

    // How many notes of a server's recording say that.
    int noted(const QString &server, const char *what)
    {
        models::TraceModel &trace = window.trace().document().model();
        trace.drainNow();
        int count = 0;
        for (int row = 0; row < trace.rowCount(); ++row) {
            const trace::Record &record = trace.record(row);
            if (record.kind == rpc::Kind::Lifecycle && trace.stream(record.stream).server == server
                && trace.store().string(record.method) == QLatin1String(what))
                ++count;
        }
        return count;
    }

    app::Workspace workspace;
    app::MainWindow window;
};

} // namespace sonde::tests
