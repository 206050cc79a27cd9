// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"
#include "session/catalog/toolstore.h"
#include "session/restart/restartonchange.h"
#include "support/patience.h"
#include "support/projectserver.h"

#include <QTest>

#include <optional>

namespace sonde::tests {

// Short: the tests wait for it, and for nothing else.
inline constexpr std::chrono::milliseconds kShortQuiet{100};

// A connected server of a project, and what watches it.
struct WatchedServer {
    WatchedServer(const QString &folder, rpc::TrafficSink *traffic, const Clock &clock)
        : project(folder)
        , client(config(project))
        , restarts(QStringLiteral("s"), traffic, nullptr, nullptr, clock)
    {
        profile.program = ProjectServer::program();
        profile.arguments = project.arguments();
        profile.workingDirectory = folder;
        profile.watch.quiet = kShortQuiet;
        session::ToolStore::of(&client);
        QObject::connect(&restarts, &session::RestartOnChange::restartDue, &client,
            [this](const models::RestartCause &cause) {
                causes << cause.words;
                client.restart();
            });
        QObject::connect(&restarts, &session::RestartOnChange::buildFailed, &client,
            [this](const auto &, const session::BuildResult &result) { broken = result; });
        QObject::connect(&client, &mcp::Client::stateChanged, &restarts, [this] {
            if (client.state() == mcp::ClientState::Ready)
                restarts.noteStarted();
        });
    }

    static mcp::ClientConfig config(const ProjectServer &project)
    {
        mcp::ClientConfig config;
        config.name = QStringLiteral("s");
        config.endpoint.launch()->program = ProjectServer::program();
        config.endpoint.launch()->arguments = project.arguments();
        config.era.mode = mcp::EraPolicy::Mode::Legacy;
        return config;
    }

    bool start()
    {
        client.start();
        restarts.start(session::WatchPlan::of(profile));
        return QTest::qWaitFor(
            [this] {
                return isReady() && restarts.state() == session::RestartOnChange::State::Watching;
            },
            kPatienceMs);
    }
    bool isReady() const { return client.state() == mcp::ClientState::Ready; }
    // Until the server was restarted so often, and what it offers was loaded.
    bool waitFor(qsizetype count)
    {
        const auto *tools = session::ToolStore::of(&client);
        return QTest::qWaitFor(
            [&] {
                return causes.size() == count && isReady()
                    && tools->state() == session::ListStore::State::Known;
            },
            kLongPatienceMs);
    }
    QString offered()
    {
        const auto &items = session::ToolStore::of(&client)->listing().items;
        return items.empty() ? QString()
                             : QString::fromStdString(items.front().value()["name"].text());
    }

    ProjectServer project;
    config::Profile profile;
    mcp::Client client;
    session::RestartOnChange restarts;
    QStringList causes;
    std::optional<session::BuildResult> broken;
};

} // namespace sonde::tests
