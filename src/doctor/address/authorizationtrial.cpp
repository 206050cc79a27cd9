// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/address/authorizationtrial.h"

#include "auth/base/namedmetadata.h"
#include "auth/base/urlrules.h"
#include "wire/link/challenge.h"
#include "json/document.h"

namespace sonde::doctor {

// All that the challenges name, as a login tries them.
std::vector<AuthorizationTrial::Candidate> AuthorizationTrial::namedUrls(const Fetched &refusal)
{
    std::vector<Candidate> urls;
    if (!refusal.head)
        return urls;
    const auto challenges = wire::parseChallenges(refusal.head->headers);
    for (const QString &url : auth::NamedMetadata::of(challenges).urls)
        urls.push_back({QUrl(url, QUrl::StrictMode), url});
    return urls;
}

AuthorizationTrial::AuthorizationTrial(const QUrl &server, const Fetched &refusal)
    : m_server(server)
    , m_isLocal(auth::isLocalServer(server, refusal.outcome.facts.remoteAddress))
{
    m_urls = namedUrls(refusal);
    if (m_urls.empty())
        tryAll(auth::resourceMetadataUrls(server), {});
}

void AuthorizationTrial::tryAll(const std::vector<QUrl> &urls, const QString &written)
{
    m_urls.clear();
    for (const QUrl &url : urls)
        m_urls.push_back({url, written});
}

std::optional<QUrl> AuthorizationTrial::next(AddressFacts &facts)
{
    while (!m_urls.empty()) {
        const Candidate candidate = m_urls.front();
        m_urls.erase(m_urls.begin());
        const auto rule = auth::refusalOf(candidate.url, m_isLocal);
        if (!rule)
            return candidate.url;
        auto &refused = m_isResource ? facts.refusedResource : facts.refusedServer;
        if (!candidate.written.isEmpty() && !refused)
            refused = {candidate.written, *rule};
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
    const QString issuer = facts.resource->authorizationServers.value(0);
    if (!issuer.isEmpty())
        tryAll(auth::serverMetadataUrls(QUrl(issuer)), issuer);
}

} // namespace sonde::doctor
