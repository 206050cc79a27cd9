// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/servers/serverviews.h"

#include "app/servers/authorizationnotice.h"
#include "app/servers/tapviews.h"
#include "app/window/panels.h"
#include "app/window/statusline.h"
#include "app/window/toolbar.h"
#include "app/workspace/workspace.h"
#include "base/clock.h"
#include "base/formatting.h"
#include "look/theme/theme.h"
#include "models/session/servermodel.h"
#include "session/connection/failure.h"
#include "setup/clientconfig.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/servers/serverspanel.h"

#include <QDockWidget>

namespace sonde::app {

namespace {

constexpr std::chrono::seconds kAgeStep{30};

} // namespace

ServerViews::ServerViews(Workspace &workspace, const Parts &parts, QObject *parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_parts(parts)
    , m_taps(
          new TapViews(workspace, {parts.servers, parts.tabs, parts.toolBar, parts.status}, this))
{
    connect(m_taps, &TapViews::listChanged, this, &ServerViews::showList);
    connect(&m_workspace, &Workspace::profilesChanged, this, &ServerViews::showList);
    connect(&m_workspace, &Workspace::currentChanged, this, &ServerViews::showCurrent);
    connect(&m_workspace, &Workspace::clientCreated, this, [this](const QString &name) {
        if (name == m_workspace.current())
            showCurrent();
    });
    connect(&m_workspace, &Workspace::clientStateChanged, this, &ServerViews::showState);
    connect(&m_workspace, &Workspace::clientStateChanged, this, &ServerViews::showFailure);
    connect(&m_workspace, &Workspace::heldChanged, this, [this](const QString &name) {
        m_parts.servers.setHeld(name, m_workspace.held(name));
        m_parts.status.setHeld(m_workspace.allHeld());
    });
    connect(&m_workspace, &Workspace::detectionChanged, this, [this](const QString &name) {
        if (name == m_workspace.current())
            m_parts.overview.setDetected(m_workspace.detectedRevision(name));
    });
    auto *ages = new QTimer(this); // how long ago servers ended
    connect(ages, &QTimer::timeout, this, &ServerViews::showAges);
    ages->start(kAgeStep);
    m_second.setInterval(std::chrono::seconds(1));
    connect(&m_second, &QTimer::timeout, this, &ServerViews::showElapsed);
    connect(&parts.listDock, &QDockWidget::visibilityChanged, this, &ServerViews::showIcons);
    // The icons of the servers are pictures, which do not follow the theme by themselves.
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, this,
        [this] { showState(m_workspace.current()); });
}

void ServerViews::show()
{
    showList();
    showCurrent();
}

void ServerViews::showList()
{
    const auto &profiles = m_workspace.profiles().profiles();
    m_parts.servers.setProfiles(profiles);
    m_taps->showList();
    for (const config::Profile &profile : profiles)
        m_parts.servers.setLive(profile.name, live(profile.name));
    const QStringList names = m_taps->allNames();
    m_parts.toolBar.setServers(names, m_workspace.current());
    m_parts.tabs.setServers(names);
    m_parts.list.setCurrent(m_workspace.current());
    showIcons();
    Q_EMIT changed();
}

void ServerViews::showCurrent()
{
    const QString &name = m_workspace.current();
    m_parts.servers.setCurrent(name);
    m_parts.list.setCurrent(name);
    m_parts.toolBar.setServers(m_taps->allNames(), name);
    showIcons();
    if (m_taps->showCurrent()) {
        Q_EMIT changed();
    } else {
        m_parts.overview.setDetected(m_workspace.detectedRevision(name));
        m_parts.tabs.setServer(name, m_workspace.currentClient());
        showState(name);
        showFailure(name);
    }
    m_parts.notice.update();
}

void ServerViews::showState(const QString &server)
{
    const mcp::Client *client = m_workspace.client(server);
    m_parts.servers.setLive(server, live(server));
    showIcons();
    if (server != m_workspace.current() || m_taps->showState())
        return;
    if (!client)
        m_parts.tabs.setServer(server, nullptr);
    const config::Profile *profile = m_workspace.profiles().find(server);
    m_parts.toolBar.setState(client, profile ? setup::endpointOf(*profile) : wire::Endpoint());
    m_parts.status.setServer(server, client);
    m_parts.status.setRecording(m_workspace.recorder().path());
    Q_EMIT changed();
}

// A failed start brings the overview to the front, which explains it. A server that ends later, or
// was restarted by itself, leaves the panel in front, whose responses are still of interest.
void ServerViews::showFailure(const QString &server)
{
    const mcp::Client *client = m_workspace.client(server);
    if (server == m_workspace.current() && client && client->state() == mcp::ClientState::Failed
        && !m_workspace.restarts().cause(server).isAutomatic()
        && session::Failure::of(*client).failedStep())
        m_parts.tabs.setCurrentWidget(&m_parts.overview);
}

void ServerViews::showAges()
{
    for (const config::Profile &profile : m_workspace.profiles().profiles()) {
        const mcp::Client *client = m_workspace.client(profile.name);
        if (client && client->state() == mcp::ClientState::Failed)
            showState(profile.name);
    }
}

// How long a start takes is what a person watches who waits for it.
void ServerViews::showElapsed()
{
    const QStringList servers = m_startingSince.keys();
    for (const QString &server : servers)
        m_parts.servers.setLive(server, live(server));
}

models::ServerLive ServerViews::live(const QString &server)
{
    models::ServerLive live = liveOf(m_workspace.client(server));
    if (live.state == mcp::ClientState::Starting) {
        const std::int64_t now = SystemClock::instance().now().steady;
        if (!m_startingSince.contains(server))
            m_startingSince.insert(server, now);
        const std::chrono::nanoseconds elapsed(now - m_startingSince.value(server));
        if (elapsed >= std::chrono::seconds(1))
            live.elapsed = clockText(elapsed);
    } else {
        m_startingSince.remove(server);
    }
    if (m_startingSince.isEmpty())
        m_second.stop();
    else if (!m_second.isActive())
        m_second.start();
    return live;
}

void ServerViews::showIcons()
{
    const bool listed = !m_parts.listDock.isHidden();
    for (const config::Profile &profile : m_workspace.profiles().profiles())
        m_parts.toolBar.setServerIcon(
            profile.name, listed ? QIcon() : stateIcon(m_workspace.client(profile.name)));
}

} // namespace sonde::app
