// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/trace/fanoutcalls.h"

#include "app/trace/callsintrace.h"
#include "app/workspace/workspace.h"
#include "models/document/tracedocument.h"
#include "models/findings/findinglist.h"
#include "session/catalog/toolstore.h"
#include "session/fanout/argumentfits.h"
#include "widgets/fanout/fanoutwindow.h"

#include <utility>

namespace sonde::app {

using models::FanServer;
using session::FanOutRun;
using session::ListStore;
using session::ToolStore;

namespace {

// Why the server cannot get a call of the tool; empty: it can. While its list is loaded again, or
// could not be, the tool may be destructive now.
QString obstacleIn(const ToolStore &store, const QString &tool)
{
    switch (store.state()) {
    case ListStore::State::NotAsked:
    case ListStore::State::Asking:
        return FanOutCalls::tr("Loading its tools…");
    case ListStore::State::NotOffered:
        return FanOutCalls::tr("Does not offer tools");
    case ListStore::State::Failed:
        return FanOutCalls::tr("Its tools could not be loaded");
    case ListStore::State::Known:
        if (store.has(tool))
            return {};
        if (store.hasMore())
            return FanOutCalls::tr("Not on the pages that are loaded");
        break;
    }
    return FanOutCalls::tr("Has no tool with this name");
}

} // namespace

FanOutCalls::FanOutCalls(Workspace &workspace, CallsInTrace &trace, const QString &tool,
    const Bytes &arguments, QWidget *parent)
    : m_workspace(workspace)
    , m_trace(trace)
    , m_window(new widgets::FanOutWindow(tool, arguments, parent))
    , m_fits(new session::ArgumentFits(arguments, this))
{
    setParent(m_window);
    connect(&workspace, &Workspace::profilesChanged, this, &FanOutCalls::showServers);
    connect(&workspace, &Workspace::clientStateChanged, this, &FanOutCalls::showServers);
    connect(m_fits, &session::ArgumentFits::changed, this, &FanOutCalls::showServers);
    connect(m_window, &widgets::FanOutWindow::callRequested, this, &FanOutCalls::call);
    connect(m_window, &widgets::FanOutWindow::finished, this, [this] {
        findMessages();
        m_isChecked = false;
        showFindings();
    });
    // A message is checked a moment after it came.
    connect(&workspace.trace().findings(), &models::FindingList::progressed, this,
        &FanOutCalls::showFindings);
    showServers();
    m_window->show();
}

void FanOutCalls::showServers()
{
    const QStringList names = m_workspace.profiles().namesExcept({});
    std::vector<FanServer> servers;
    servers.reserve(std::size_t(names.size()));
    for (const QString &name : names)
        servers.push_back(serverOf(name));
    m_window->setServers(std::move(servers));
}

// At first, the servers are chosen that do not mark the tool destructive.
FanServer FanOutCalls::serverOf(const QString &name)
{
    mcp::Client *const client = m_workspace.client(name);
    if (!client || client->state() != mcp::ClientState::Ready)
        return {name, {}, tr("Not connected"), false, false};
    ToolStore *const store = ToolStore::of(client);
    connect(store, &ListStore::changed, this, &FanOutCalls::showServers, Qt::UniqueConnection);
    const QString &tool = m_window->tool();
    const bool isDestructive = store->isDestructive(tool);
    return {name, client->negotiated().revision, obstacleIn(*store, tool), isDestructive,
        !isDestructive, false, m_fits->misfit(name, store->inputSchema(tool))};
}

void FanOutCalls::call(const QStringList &servers)
{
    std::vector<FanOutRun::Server> called;
    called.reserve(std::size_t(servers.size()));
    for (const QString &name : servers)
        called.push_back({name, m_workspace.client(name)});
    m_window->call(std::move(called));
}

// The rules check in many slices: the trace is searched once.
void FanOutCalls::findMessages()
{
    const FanOutRun &run = m_window->run();
    m_messages.assign(run.all(), {});
    for (std::size_t i = 0; i < m_messages.size(); ++i) {
        if (const session::ToolCall *call = run.call(i))
            m_messages[i] = m_trace.messagesOf(*call);
    }
}

void FanOutCalls::showFindings()
{
    const FanOutRun &run = m_window->run();
    if (m_isChecked || run.state() != FanOutRun::State::Finished)
        return;
    m_isChecked = m_workspace.trace().findings().behind() == 0;
    for (std::size_t i = 0; i < m_messages.size(); ++i) {
        auto found = findings::listedOnce(m_trace.findingsIn(m_messages[i]));
        // That there is none is known when all is checked.
        if (!found.empty() || (m_isChecked && !m_messages[i].empty()))
            m_window->setFindings(i, std::move(found));
    }
}

} // namespace sonde::app
