// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/workspace/automaticreconnects.h"

#include "app/workspace/workspace.h"
#include "base/formatting.h"
#include "session/connection/failure.h"
#include "session/restart/watchplan.h"
#include "setup/clientconfig.h"

namespace sonde::app {

using mcp::ClientState;
using session::Reconnect;

namespace {

constexpr int kServerErrors = 500; // of a proxy, while the server behind it is away

// Another attempt may succeed without any change of the settings.
bool mayComeBack(const mcp::Client &client)
{
    const session::Failure failure = session::Failure::of(client);
    if (failure.wantsAuthorization() || !failure.refusedKey().isEmpty())
        return false;
    const int status = failure.http ? failure.http->status : 0;
    return status == 0 || status >= kServerErrors;
}

// A server whose files are watched is away for a moment after each change, while something else
// restarts it.
bool isTriedAgain(const config::Profile &profile)
{
    return profile.watch.reconnects
        || (profile.watch.isOn && !session::WatchPlan::of(profile).paths.isEmpty());
}

} // namespace

AutomaticReconnects::AutomaticReconnects(
    Workspace &workspace, std::chrono::milliseconds firstDelay, QObject *parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_firstDelay(firstDelay)
{
    connect(&workspace, &Workspace::clientStateChanged, this, &AutomaticReconnects::stateChanged);
    connect(&workspace, &Workspace::profilesChanged, this, &AutomaticReconnects::forget);
}

AutomaticReconnects::~AutomaticReconnects() = default;

Reconnect &AutomaticReconnects::reconnect(const QString &server)
{
    auto &its = m_reconnects[server];
    if (!its) {
        its = std::make_unique<Reconnect>(nullptr, m_firstDelay);
        connect(its.get(), &Reconnect::due, this, [this, server] {
            const mcp::Client *client = m_workspace.client(server);
            if (!client || client->state() != ClientState::Failed)
                return; // the user was faster
            m_workspace.restarts().setCause(
                server, {tr("Reconnected"), models::RestartCause::Kind::Reconnect});
            m_workspace.connectTo(server);
        });
    }
    return *its;
}

void AutomaticReconnects::stateChanged(const QString &server)
{
    const config::Profile *profile = m_workspace.profiles().find(server);
    const mcp::Client *client = m_workspace.client(server);
    if (!profile || setup::endpointOf(*profile).hasProcess() || !client)
        return;
    switch (client->state()) {
    case ClientState::Failed:
        if (isTriedAgain(*profile) && mayComeBack(*client))
            reconnect(server).noteGone();
        else
            reconnect(server).stop();
        break;
    case ClientState::Ready:
    case ClientState::Stopped:
        reconnect(server).stop();
        break;
    default:
        break;
    }
    Q_EMIT changed(server);
}

// Servers that are gone, and those that are no longer to be tried again; one that has failed is
// tried when it is switched on.
void AutomaticReconnects::forget()
{
    for (auto it = m_reconnects.begin(); it != m_reconnects.end();)
        it = m_workspace.profiles().find(it->first) ? std::next(it) : m_reconnects.erase(it);
    for (const config::Profile &profile : m_workspace.profiles().profiles()) {
        const mcp::Client *client = m_workspace.client(profile.name);
        if (client && client->state() == ClientState::Failed)
            stateChanged(profile.name);
    }
}

QString AutomaticReconnects::state(const QString &server) const
{
    const auto found = m_reconnects.find(server);
    const mcp::Client *client = m_workspace.client(server);
    if (found == m_reconnects.end() || !client || client->state() != ClientState::Failed)
        return {};
    const Reconnect &its = *found->second;
    if (its.isExhausted())
        return tr("%1 did not come back: %2 attempts failed. Connect again by hand.")
            .arg(server, countText(Reconnect::kMostAttempts));
    return its.isWaiting() ? tr("%1 is not connected: %2 Attempt %3 follows after %4.")
                                 .arg(server, client->failure().sentence)
                                 .arg(its.attempts())
                                 .arg(limitText(its.delay()))
                           : QString();
}

QStringList AutomaticReconnects::waiting() const
{
    QStringList servers;
    for (const auto &[server, reconnect] : m_reconnects) {
        if (!state(server).isEmpty())
            servers << server;
    }
    return servers;
}

} // namespace sonde::app
