// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/authorizationfacts.h"

#include "findings/context/oauthvalues.h"

#include <algorithm>

namespace sonde::findings {

const KnownIssuer *AuthorizationFacts::serverOf(const QString &endpoint, const char *member) const
{
    const auto found = std::find_if(servers.rbegin(), servers.rend(), [&](const auto &server) {
        return addressOf(server.metadata.root()[member].toString()) == endpoint;
    });
    return found == servers.rend() ? nullptr : &*found;
}

const KnownIssuer *AuthorizationFacts::serverAt(const QString &origin) const
{
    const auto found = std::find_if(servers.rbegin(), servers.rend(), [&](const auto &server) {
        const auto root = server.metadata.root();
        return originOf(root["token_endpoint"].toString()) == origin
            || originOf(root["authorization_endpoint"].toString()) == origin;
    });
    return found == servers.rend() ? nullptr : &*found;
}

bool AuthorizationFacts::areMissing(const QStringList &addresses) const
{
    return !addresses.isEmpty()
        && std::all_of(addresses.begin(), addresses.end(), [this](const QString &address) {
               const auto found = asked.find(address);
               return found != asked.end() && saysMissing(found->second.status);
           });
}

bool AuthorizationFacts::hasFailed(const QStringList &addresses) const
{
    return std::any_of(addresses.begin(), addresses.end(), [this](const QString &address) {
        const auto found = asked.find(address);
        return found != asked.end() && (found->second.status < 200 || found->second.status > 299);
    });
}

const KnownClient *AuthorizationFacts::clientOf(const QString &id) const
{
    const auto found = clients.find(id);
    return found == clients.end() || found->second.isOfSeveral ? nullptr : &found->second;
}

} // namespace sonde::findings
