// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/workspace/automaticrestarts.h"

#include "app/workspace/workspace.h"

namespace sonde::app {

using mcp::ClientState;
using models::RestartCause;
using session::BuildResult;
using session::RestartOnChange;
using session::WatchPlan;

namespace {

constexpr qsizetype kShownLines = 3; // of the output of a build

} // namespace

AutomaticRestarts::AutomaticRestarts(Workspace &workspace, QObject *parent)
    : QObject(parent)
    , m_workspace(workspace)
{
    m_syncTimer.setSingleShot(true);
    connect(&m_syncTimer, &QTimer::timeout, this, &AutomaticRestarts::syncAll);
    const auto later = [this] { m_syncTimer.start(0); };
    // Later: a server that is restarted is stopped for a moment, or has no client for one.
    connect(&workspace, &Workspace::profilesChanged, this, later);
    connect(&workspace, &Workspace::clientStateChanged, this, [this, later](const QString &server) {
        stateChanged(server);
        later();
    });
}

AutomaticRestarts::~AutomaticRestarts() = default;

const RestartOnChange *AutomaticRestarts::find(const QString &server) const
{
    const auto found = m_watched.find(server);
    return found == m_watched.end()
            || found->second.restarts->state() == RestartOnChange::State::Off
        ? nullptr
        : found->second.restarts.get();
}

AutomaticRestarts::Trouble AutomaticRestarts::trouble(const QString &server) const
{
    const auto found = m_watched.find(server);
    return found == m_watched.end() ? Trouble() : found->second.trouble;
}

void AutomaticRestarts::syncAll()
{
    for (auto it = m_watched.begin(); it != m_watched.end();) {
        const QString server = it->first;
        if (m_workspace.profiles().find(server)) {
            ++it;
            continue;
        }
        it = m_watched.erase(it);
        m_troubled.removeAll(server);
        Q_EMIT changed(server);
    }
    for (const config::Profile &profile : m_workspace.profiles().profiles())
        sync(profile.name);
}

void AutomaticRestarts::sync(const QString &server)
{
    const config::Profile *profile = m_workspace.profiles().find(server);
    const mcp::Client *client = m_workspace.client(server);
    const bool isWatched =
        profile && profile->watch.isOn && client && client->state() != ClientState::Stopped;
    if (isWatched) {
        watched(server).restarts->start(WatchPlan::of(*profile));
    } else if (const auto found = m_watched.find(server); found != m_watched.end()) {
        found->second.restarts->stop();
        report(server, {});
    }
}

AutomaticRestarts::Watched &AutomaticRestarts::watched(const QString &server)
{
    Watched &its = m_watched[server];
    if (its.restarts)
        return its;
    its.restarts =
        std::make_unique<RestartOnChange>(server, &m_workspace.recorder(), &m_workspace.wire());
    RestartOnChange *const restarts = its.restarts.get();
    connect(restarts, &RestartOnChange::changed, this, [this, server] {
        const auto found = m_watched.find(server);
        if (found != m_watched.end())
            report(server, found->second.trouble);
    });
    connect(restarts, &RestartOnChange::restartDue, this,
        [this, server](const RestartCause &cause) { m_workspace.restart(server, cause); });
    connect(restarts, &RestartOnChange::buildFailed, this,
        [this, server](const RestartCause &cause, const BuildResult &result) {
            leave(server, cause, result);
        });
    return its;
}

void AutomaticRestarts::report(const QString &server, const Trouble &trouble)
{
    Watched &its = m_watched[server];
    its.trouble = trouble;
    const bool isKnown = m_troubled.contains(server);
    const bool isTroubled = !trouble.sentence.isEmpty() || !its.restarts->problem().isEmpty();
    if (isTroubled && !isKnown)
        m_troubled << server;
    else if (!isTroubled && isKnown)
        m_troubled.removeAll(server);
    Q_EMIT changed(server);
}

void AutomaticRestarts::leave(
    const QString &server, const RestartCause &cause, const BuildResult &result)
{
    QStringList lines =
        result.lastLines.mid(std::max<qsizetype>(0, result.lastLines.size() - kShownLines));
    lines.prepend(result.sentence);
    m_workspace.restarts().addUnbuilt(server, cause, lines.join(u'\n'));
    const QString last = result.lastLines.isEmpty() ? QString() : result.lastLines.last();
    report(server,
        {last.isEmpty()
                ? tr("%1 was not restarted after %2 changed, because its build failed: %3")
                      .arg(server, cause.words, result.sentence)
                : tr("%1 was not restarted after %2 changed, because its build failed: %3 The last "
                     "line of the output is: %4")
                      .arg(server, cause.words, result.sentence, last),
            true});
}

void AutomaticRestarts::stateChanged(const QString &server)
{
    const auto found = m_watched.find(server);
    const mcp::Client *client = m_workspace.client(server);
    if (found == m_watched.end() || !client)
        return;
    switch (client->state()) {
    case ClientState::Ready:
        found->second.restarts->noteStarted();
        report(server, {});
        break;
    case ClientState::Failed: {
        found->second.restarts->noteStarted();
        const RestartCause &cause = m_workspace.restarts().cause(server);
        if (cause.kind == RestartCause::Kind::Files && !client->wasConnected())
            report(server,
                {tr("%1 did not start again after %2 changed: %3 The results from before stay on "
                    "the screen.")
                        .arg(server, cause.words, client->failure().sentence)});
        break;
    }
    default:
        break;
    }
}

} // namespace sonde::app
