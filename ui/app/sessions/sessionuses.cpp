// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/sessions/sessionuses.h"

#include "app/workspace/places.h"
#include "look/painting/iconengine.h"
#include "session/catalog/toolstore.h"
#include "widgets/mock/mocklistwindow.h"
#include "widgets/replay/mockwindow.h"
#include "widgets/replay/replaywindow.h"
#include "widgets/trace/sessionwindow.h"

#include <QAction>

namespace sonde::app {

using mcp::ClientState;

SessionUses::SessionUses(Workspace &workspace, widgets::SessionWindow &window)
    : QObject(&window)
    , m_workspace(workspace)
    , m_window(window)
    , m_replayAction(new QAction(look::icon("restart"), tr("Replay against…"), this))
    , m_mockAction(new QAction(look::icon("plug"), tr("Serve as a mock…"), this))
{
    m_replayAction->setObjectName(QStringLiteral("sessionReplay"));
    m_replayAction->setToolTip(tr(
        "Send the requests of the session to a server, and compare the responses (Ctrl+Shift+R)"));
    m_replayAction->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R));
    m_mockAction->setObjectName(QStringLiteral("sessionMock"));
    m_mockAction->setToolTip(tr("Play the server of the session for any client (Ctrl+Shift+S)"));
    m_mockAction->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
    connect(m_replayAction, &QAction::triggered, this, &SessionUses::openReplay);
    connect(m_mockAction, &QAction::triggered, this, &SessionUses::openMock);
    connect(&workspace, &Workspace::clientStateChanged, this, &SessionUses::clientChanged);
    connect(&workspace, &Workspace::secretsLost, this,
        [this](const QString &sentence, const QString &server) {
            if (m_replay && m_isWaiting && server == m_server)
                giveUp(sentence);
        });
    window.addButton(m_replayAction);
    window.addButton(m_mockAction);
}

void SessionUses::openMock()
{
    auto *window =
        new widgets::MockWindow(commandLineProgram(), m_window.store().path(), &m_window);
    connect(window, &widgets::MockWindow::responsesRequested, this, [this, window] {
        // It stays when the session is closed: what is edited in it may not be saved.
        auto *list = new widgets::MockListWindow(commandLineProgram(),
            sessionsFolder(m_workspace.givenFolder()), m_window.parentWidget());
        list->setRecording(m_window.store().path());
        list->show();
        window->close();
    });
    window->show();
}

void SessionUses::openReplay()
{
    if (!m_replay) {
        m_isWaiting = false; // a window that was closed while it waited
        m_server.clear();
        m_replay = new widgets::ReplayWindow(m_window.store().path(), &m_window);
        connect(m_replay, &widgets::ReplayWindow::startRequested, this, &SessionUses::start);
        connect(m_replay, &widgets::ReplayWindow::waitCancelled, this,
            [this] { giveUp(tr("The replay was stopped before the server was connected.")); });
        const auto showServers = [this] {
            m_replay->setServers(m_workspace.profiles().namesExcept({}), m_workspace.current());
        };
        connect(&m_workspace, &Workspace::profilesChanged, m_replay, showServers);
        connect(&m_workspace, &Workspace::profilesChanged, m_replay, [this] {
            if (m_isWaiting && !m_workspace.profiles().find(m_server))
                giveUp(tr("%1 was removed.").arg(m_server));
        });
        showServers();
    }
    m_replay->show();
    m_replay->raise();
    m_replay->activateWindow();
}

// By way of the usual connection: it has the secrets and the authorization of the user, and has
// detected the revision.
void SessionUses::start(const QString &server)
{
    m_replay->drop(); // its connection uses what a new one of the same server deletes
    m_server = server;
    m_isWaiting = true;
    m_replay->showWaiting(server);
    const mcp::Client *client = m_workspace.client(server);
    if (client && client->state() == ClientState::Ready)
        return clientChanged(server);
    m_workspace.connectTo(server);
}

void SessionUses::clientChanged(const QString &server)
{
    if (!m_replay || server != m_server)
        return;
    const mcp::Client *client = m_workspace.client(server);
    if (!client)
        return m_replay->drop();
    if (!m_isWaiting)
        return;
    const ClientState state = client->state();
    if (state == ClientState::Starting || state == ClientState::Stopping)
        return;
    if (state != ClientState::Ready)
        return giveUp(state == ClientState::Failed
                ? client->failure().sentence
                : tr("The connection to %1 was stopped.").arg(server));
    m_isWaiting = false;
    const auto *tools = session::ToolStore::known(m_workspace.client(server));
    m_replay->start(client->config(), tools ? tools->destructiveTools() : std::set<std::string>());
}

void SessionUses::giveUp(const QString &why)
{
    m_isWaiting = false;
    m_replay->showProblem(why);
}

} // namespace sonde::app
