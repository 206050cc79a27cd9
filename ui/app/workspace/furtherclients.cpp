// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/workspace/furtherclients.h"

#include "app/workspace/serverresponses.h"

#include <QStringBuilder>

#include <algorithm>
#include <iterator>
#include <utility>

namespace sonde::app {

FurtherClients::FurtherClients(const config::ProfileStore &profiles, ServerResponses &responses)
    : m_profiles(profiles)
    , m_responses(responses)
{
}

FurtherClients::~FurtherClients() = default;

QString FurtherClients::freeName(const QString &title) const
{
    const auto isTaken = [this](const QString &name) {
        const auto known = m_further.find(name);
        return m_profiles.find(name) || (known != m_further.end() && known->second.client);
    };
    QString name = title;
    for (int number = 2; isTaken(name); ++number)
        name = title % QStringLiteral(" (%1)").arg(number);
    return name;
}

// As the server is connected, but not through its breakpoints, which are those of its usual
// connection.
std::unique_ptr<mcp::Client> FurtherClients::make(
    const mcp::Client &usual, const QString &revision, const QString &title)
{
    const QString &server = usual.config().name;
    const config::Profile *const known = m_profiles.find(server);
    if (!known)
        return nullptr;
    config::Profile profile = *known;
    profile.name = freeName(title);
    mcp::ClientConfig config = usual.config();
    config.name = profile.name;
    config.era = {};
    config.era.preferred = revision;
    config.known.reset();
    config.listenForChanges = false;
    config.decorate = {};
    m_responses.connectTo(profile, config, [this, name = profile.name] { knowStanding(name); });
    auto client = std::make_unique<mcp::Client>(std::move(config));
    m_further[profile.name] = {server, client.get(), profile.offers.folders};
    follow(profile.name, client.get());
    return client;
}

void FurtherClients::follow(const QString &name, mcp::Client *client)
{
    connect(client, &mcp::Client::stateChanged, this, [this, name] { knowStanding(name); });
    connect(client, &QObject::destroyed, this, [this, name] {
        m_further[name].client = nullptr;
        m_responses.lose(name);
    });
}

void FurtherClients::adoptProfiles()
{
    for (auto &[name, further] : m_further) {
        const config::Profile *const profile = m_profiles.find(further.server);
        if (!further.client || !profile)
            continue;
        knowStanding(name);
        if (std::exchange(further.roots, profile->offers.folders) != profile->offers.folders)
            ServerResponses::announceRoots(*profile, *further.client);
    }
}

// Later: it may be this client that says something just now.
void FurtherClients::end(std::unique_ptr<mcp::Client> client)
{
    mcp::Client *const ending = client.get();
    m_ending.push_back(std::move(client));
    connect(ending, &mcp::Client::stateChanged, this, &FurtherClients::deleteEnded,
        Qt::QueuedConnection);
    QMetaObject::invokeMethod(ending, &mcp::Client::stop, Qt::QueuedConnection);
    QMetaObject::invokeMethod(this, &FurtherClients::deleteEnded, Qt::QueuedConnection);
}

void FurtherClients::deleteEnded()
{
    erase([](const mcp::Client &client) {
        return client.state() == mcp::ClientState::Stopped
            || client.state() == mcp::ClientState::Failed;
    });
}

void FurtherClients::drop(const QString &server)
{
    erase([this, &server](const mcp::Client &client) {
        return m_further[client.config().name].server == server;
    });
}

void FurtherClients::erase(const std::function<bool(const mcp::Client &)> &isMeant)
{
    if (m_ending.empty())
        return;
    const auto first = std::stable_partition(m_ending.begin(), m_ending.end(),
        [&isMeant](const auto &client) { return !isMeant(*client); });
    // What hears of their end may end further ones.
    const std::vector<std::unique_ptr<mcp::Client>> erased(
        std::make_move_iterator(first), std::make_move_iterator(m_ending.end()));
    m_ending.erase(first, m_ending.end());
    if (m_ending.empty())
        Q_EMIT ended();
}

// A server that was added later may have the name.
QString FurtherClients::serverOf(const QString &name) const
{
    const auto known = m_further.find(name);
    return known == m_further.end() || m_profiles.find(name) ? name : known->second.server;
}

void FurtherClients::knowStanding(const QString &name)
{
    const Further &further = m_further[name];
    const config::Profile *const known = m_profiles.find(further.server);
    if (!further.client || !known)
        return;
    config::Profile profile = *known;
    profile.name = name;
    m_responses.setStanding(profile, *further.client);
}

} // namespace sonde::app
