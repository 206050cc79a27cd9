// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/trace/fanoutcalls.h"

#include "app/trace/callsintrace.h"
#include "app/workspace/furtherclients.h"
#include "app/workspace/workspace.h"
#include "mcp/message/revision.h"
#include "models/document/tracedocument.h"
#include "models/findings/findinglist.h"
#include "session/catalog/toolstore.h"
#include "session/fanout/argumentfits.h"
#include "widgets/fanout/fanoutwindow.h"

#include <memory>
#include <set>
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

// Whether it is known what the list says of the tool, also that it has none of that name.
bool saysWhatItDestroys(const ToolStore &store, const QString &tool)
{
    return store.state() == ListStore::State::NotOffered
        || (store.state() == ListStore::State::Known && (store.has(tool) || !store.hasMore()));
}

// 2024-11-05 has no annotations: what a server says of the tool in one revision counts in all.
void shareWhatIsDestructive(std::vector<FanServer> &servers)
{
    std::set<QString> names;
    for (const FanServer &server : servers) {
        if (server.isDestructive)
            names.insert(server.name);
    }
    for (FanServer &server : servers) {
        if (names.count(server.name) == 0)
            continue;
        server.isDestructive = true;
        server.isChosen = false;
    }
}

bool isReady(const mcp::Client *client)
{
    return client && client->state() == mcp::ClientState::Ready;
}

} // namespace

FanOutCalls::FanOutCalls(Workspace &workspace, CallsInTrace &trace, const QString &tool,
    const Bytes &arguments, QWidget *parent)
    : m_workspace(workspace)
    , m_trace(trace)
    , m_window(new widgets::FanOutWindow(tool, arguments, parent))
    , m_fits(new session::ArgumentFits(arguments, this))
    , m_revisions(
          [&workspace](const QString &name, const QString &revision) {
              const FanServer server{.name = name, .asked = revision};
              return workspace.furtherClients().make(
                  *workspace.client(name), revision, server.title());
          },
          [&workspace](std::unique_ptr<mcp::Client> client) {
              workspace.furtherClients().end(std::move(client));
          })
{
    setParent(m_window);
    connect(&workspace, &Workspace::profilesChanged, this, &FanOutCalls::showServers);
    connect(&workspace, &Workspace::clientStateChanged, this, &FanOutCalls::showServers);
    connect(m_fits, &session::ArgumentFits::changed, this, &FanOutCalls::showServers);
    connect(
        &m_revisions, &session::RevisionConnections::stateChanged, this, &FanOutCalls::showServers);
    connect(m_window, &widgets::FanOutWindow::revisionSwitched, this, &FanOutCalls::switchRevision);
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
    m_revisions.retain(names);
    for (const QString &name : names) {
        m_revisions.setConnected(name, isReady(m_workspace.client(name)));
        servers.push_back(serverOf(name));
        const QStringList revisions = m_revisions.of(name);
        for (const QString &revision : revisions)
            servers.push_back(serverIn(name, revision));
    }
    shareWhatIsDestructive(servers);
    m_window->setServers(std::move(servers));
}

FanServer FanOutCalls::serverOf(const QString &name)
{
    FanServer server{name, {}, tr("Not connected")};
    mcp::Client *const client = m_workspace.client(name);
    if (!isReady(client))
        return server;
    const bool isSse = client->httpState().sse; // which only the legacy era has
    server.offered = isSse ? mcp::revisionsOf(mcp::Era::Legacy) : mcp::knownRevisions();
    addStore(*ToolStore::of(client), server);
    return server;
}

FanServer FanOutCalls::serverIn(const QString &name, const QString &revision)
{
    FanServer server{name, {}, tr("Not connected")};
    server.asked = revision;
    server.isDestructive = m_destructive[server.title()];
    mcp::Client *const client = m_revisions.client(name, revision);
    if (!client)
        return server;
    if (client->state() == mcp::ClientState::Starting)
        server.obstacle = tr("Connecting…");
    else if (client->state() == mcp::ClientState::Failed)
        server.obstacle = client->failure().sentence;
    if (!isReady(client))
        return server;
    if (client->negotiated().revision != revision) {
        server.revision = client->negotiated().revision;
        server.obstacle = tr("Offers another revision: %1").arg(server.revision);
        return server;
    }
    addStore(*ToolStore::of(client), server);
    const ToolStore &usual = *ToolStore::of(m_workspace.client(name));
    if (server.obstacle.isEmpty() && !saysWhatItDestroys(usual, m_window->tool()))
        server.obstacle = obstacleIn(usual, m_window->tool());
    return server;
}

// At first, the servers are chosen that do not mark the tool destructive. What a list said counts
// until the next one is there, for the other connections of the server, too.
void FanOutCalls::addStore(ToolStore &store, FanServer &server)
{
    connect(&store, &ListStore::changed, this, &FanOutCalls::showServers, Qt::UniqueConnection);
    const QString &tool = m_window->tool();
    server.revision = store.client()->negotiated().revision;
    server.obstacle = obstacleIn(store, tool);
    bool &isDestructive = m_destructive[server.title()];
    if (server.obstacle.isEmpty())
        isDestructive = store.isDestructive(tool);
    server.isDestructive = isDestructive;
    server.isChosen = !server.isDestructive;
    server.misfit = m_fits->misfit(server.title(), store.inputSchema(tool));
}

void FanOutCalls::switchRevision(const QString &name, const QString &revision, bool on)
{
    if (on) {
        m_revisions.add(name, revision);
    } else {
        m_revisions.remove(name, revision);
        m_destructive.erase(FanServer{.name = name, .asked = revision}.title());
    }
    showServers();
}

void FanOutCalls::call(const std::vector<FanServer> &servers)
{
    std::vector<FanOutRun::Server> called;
    called.reserve(servers.size());
    for (const FanServer &server : servers) {
        const bool isUsual = server.asked.isEmpty();
        called.push_back({server.title(),
            isUsual ? m_workspace.client(server.name)
                    : m_revisions.client(server.name, server.asked)});
    }
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
