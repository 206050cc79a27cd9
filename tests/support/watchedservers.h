// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/servers/watchcommands.h"
#include "app/window/actions.h"
#include "app/window/panels.h"
#include "content/json/jsoneditor.h"
#include "models/trace/tracemodel.h"
#include "session/call/toolcall.h"
#include "support/openedwindow.h"
#include "support/projectserver.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>
#include <QTemporaryDir>
#include <QTest>

#include <map>

namespace sonde::tests {

// A window with three connected servers of projects: “one” and “two” are watched, “three” is not.
class WatchedServers {
protected:
    void open();
    void close();
    void add(const QString &name, bool isWatched, const QStringList &build = {});
    const ProjectServer &project(const char *name) { return *m_projects[QLatin1String(name)]; }
    mcp::Client *client(const char *name)
    {
        return m_opened->workspace.client(QLatin1String(name));
    }
    const std::deque<models::Restart> &starts(const char *name)
    {
        return m_opened->workspace.restarts().restarts(QLatin1String(name));
    }
    app::WatchCommands &commands() { return *m_opened->window.findChild<app::WatchCommands *>(); }
    QAction &action() { return *m_opened->window.actions().restartOnChange; }
    bool waitForStarts(const char *name, std::size_t count)
    {
        return QTest::qWaitFor([&] { return starts(name).size() == count; }, kPatienceMs);
    }
    void callWeather();
    QStringList sentBy(const QString &server); // messages to it

    std::unique_ptr<QTemporaryDir> m_folder;
    std::map<QString, std::unique_ptr<ProjectServer>> m_projects;
    std::unique_ptr<Opened> m_opened;
};

inline void WatchedServers::open()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_opened = std::make_unique<Opened>(m_folder->path());
    m_opened->window.resize(1280, 800);
    add(QStringLiteral("one"), true);
    add(QStringLiteral("two"), true);
    add(QStringLiteral("three"), false);
    m_opened->workspace.setCurrent(QStringLiteral("one"));
    m_opened->window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_opened->window));
}

inline void WatchedServers::close()
{
    m_opened.reset();
    m_projects.clear();
}

inline void WatchedServers::add(const QString &name, bool isWatched, const QStringList &build)
{
    m_projects[name] = std::make_unique<ProjectServer>(m_folder->filePath(name));
    config::Profile server = profile(name, ProjectServer::program(), m_projects[name]->arguments());
    server.workingDirectory = m_projects[name]->folder();
    server.era = config::EraMode::Legacy;
    server.watch.isOn = isWatched;
    server.watch.quiet = std::chrono::milliseconds(100);
    server.watch.build = build;
    m_opened->connectTo(server);
    QVERIFY(QTest::qWaitFor(
        [&] {
            const auto *restarts = commands().restarts().find(name);
            return m_opened->workspace.restarts().restarts(name).size() == 1
                && (!isWatched
                    || (restarts
                        && restarts->state() == session::RestartOnChange::State::Watching));
        },
        kPatienceMs));
}

// With arguments of its own, in the panel of tools, which has the focus.
inline void WatchedServers::callWeather()
{
    widgets::ToolsPanel &tools = m_opened->window.tools();
    m_opened->window.showPanel(tools);
    tools.chooseTool(QStringLiteral("weather"));
    tools.callPane().editor().setBytes(Bytes::copyOf(R"({"city": "Oulu"})"));
    m_opened->window.actions().call->trigger();
    QVERIFY(QTest::qWaitFor(
        [&] {
            return tools.currentCall()
                && tools.currentCall()->state() == session::Request::State::Ok;
        },
        kPatienceMs));
    tools.callPane().focusForm();
    QVERIFY(m_opened->window.focusWidget());
}

inline QStringList WatchedServers::sentBy(const QString &server)
{
    return m_opened->sentBy(server);
}

} // namespace sonde::tests
