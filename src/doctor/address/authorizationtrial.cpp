// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/address/authorizationtrial.h"

#include "auth/base/namedmetadata.h"
#include "auth/base/urlrules.h"
#include "wire/link/challenge.h"
#include "json/document.h"

namespace sonde::doctor {

namespace {

// All that the challenges name, as a login tries them.
std::vector<QUrl> namedUrls(const Fetched &refusal)
{
    std::vector<QUrl> urls;
    if (!refusal.head)
        return urls;
    const auto challenges = wire::parseChallenges(refusal.head->headers);
    for (const QString &url : auth::NamedMetadata::of(challenges).urls)
        urls.emplace_back(url);
    return urls;
}

} // namespace

AuthorizationTrial::AuthorizationTrial(const QUrl &server, const Fetched &refusal)
    : m_server(server)
    , m_isLocal(auth::isLocalServer(server, refusal.outcome.facts.remoteAddress))
{
    m_urls = namedUrls(refusal);
    if (m_urls.empty())
        m_urls = auth::resourceMetadataUrls(server);
}

std::optional<QUrl> AuthorizationTrial::next()
{
    while (!m_urls.empty()) {
        const QUrl url = m_urls.front();
        m_urls.erase(m_urls.begin());
        if (!auth::refusalOf(url, m_isLocal))
            return url;
    }
    return {};
}

void AuthorizationTrial::received(const Fetched &fetched, AddressFacts &facts)
{
    auto &tries = m_isResource ? facts.resourceTries : facts.serverTries;
    tries.push_back({fetched.url, fetched.status()});
    if (fetched.status() != 200)
        return;
    received(json::Document::parse(fetched.body.toStdString()), facts);
}

void AuthorizationTrial::received(const json::Document &document, AddressFacts &facts)
{
    if (!m_isResource) {
        if (auto metadata = auth::readServerMetadata(document)) {
            facts.server = std::move(metadata).value();
            m_urls.clear();
        }
        return;
    }
    auto metadata = auth::readResourceMetadata(document);
    if (!metadata)
        return;
    facts.resource = std::move(metadata).value();
    m_isResource = false;
    m_urls.clear();
    if (!facts.resource->authorizationServers.isEmpty())
        m_urls = auth::serverMetadataUrls(QUrl(facts.resource->authorizationServers.front()));
}

} // namespace sonde::doctor
