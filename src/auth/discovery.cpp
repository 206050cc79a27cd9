// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/flow.h"
#include "auth/urlrules.h"
#include "wire/http/httptarget.h"

#include <algorithm>

// From the challenge to the authorization server's metadata.
namespace sonde::auth {

namespace {

constexpr int kMaxQuoted = 300;

QString quoted(QString text)
{
    text = text.simplified();
    return u'“' % (text.size() > kMaxQuoted ? QString(text.left(kMaxQuoted) % u'…') : text) % u'”';
}

bool isMissing(const FetchAnswer &answer)
{
    return answer.status >= 400 && answer.status < 500;
}

QString statusVerdict(const FetchAnswer &answer)
{
    return answer.error ? answer.error->sentence
                        : QStringLiteral("HTTP status %1.").arg(answer.status);
}

} // namespace

void Flow::recordChallenge(Stamp now)
{
    openStep(StepKind::Challenge, now);
    if (m_goal.status)
        fact("status", QString::number(m_goal.status));
    const wire::Challenge *chosen = nullptr;
    for (const wire::Challenge &each : m_goal.challenges) {
        const bool bearer = each.isScheme("Bearer");
        if ((bearer || each.isScheme("DPoP")) && !chosen)
            chosen = &each;
        for (const auto &[name, value] : each.parameters)
            step().facts.emplace_back(
                QString::fromLatin1(each.scheme + ' ' + name), QString::fromUtf8(value));
    }
    m_urls.clear();
    if (chosen) {
        m_dpop = chosen->isScheme("DPoP");
        const auto scope = chosen->parameter("scope").value_or(QByteArray());
        m_challengedScopes =
            QString::fromUtf8(scope).split(u' ', Qt::SkipEmptyParts).mid(0, int(kMaxListed));
        if (const auto url = chosen->parameter("resource_metadata"))
            m_urls = {QUrl(QString::fromUtf8(url->left(kMaxUrl + 1)), QUrl::StrictMode)};
    }
    m_wasNamed = !m_urls.empty();
    if (m_goal.stepUp > 0) {
        fact("step-up", QStringLiteral("%1 of %2").arg(m_goal.stepUp).arg(m_goal.maxStepUps));
        fact(
            "scopes so far", m_goal.tokens ? m_goal.tokens->requestedScopes.join(u' ') : QString());
        fact("scopes wanted", m_challengedScopes.join(u' '));
    }
    closeStep(StepState::Done,
        m_goal.stepUp > 0 ? QStringLiteral("The token is good, and its rights do not suffice: "
                                           "more are asked for, with those it has.")
            : m_goal.status == 0 ? QStringLiteral("Asked for by the person.")
            : m_wasNamed ? QStringLiteral("The challenge says where the server's metadata is.")
                         : QStringLiteral("The challenge does not say where the server's metadata "
                                          "is; the well-known addresses are tried."),
        now, "RFC 9728 section 5.1");
}

void Flow::findResource(Stamp now, FlowActions &out)
{
    openStep(StepKind::ResourceMetadata, now);
    m_phase = Phase::ResourceMetadata;
    if (m_urls.empty())
        m_urls = resourceMetadataUrls(m_setup.server);
    m_nextUrl = 0;
    m_onlyMissing = true;
    m_refusedBy.reset();
    tryNextUrl(now, out);
}

void Flow::tryNextUrl(Stamp now, FlowActions &out)
{
    m_redirects = 0;
    while (m_nextUrl < m_urls.size()) {
        const QUrl url = m_urls[m_nextUrl++];
        const auto rule = refusalOf(url, m_setup.serverIsLocal);
        if (!rule || isOverridden(*rule))
            return fetchMetadata(url, now, out);
        Attempt refused;
        refused.method = "GET";
        refused.url = url;
        refused.began = refused.ended = now;
        step().attempts.push_back(std::move(refused));
        reject(QStringLiteral("Not asked: %1").arg(QLatin1String(textOf(*rule).sentence)), rule);
        m_onlyMissing = false;
    }
    if (m_phase == Phase::ResourceMetadata)
        noResourceMetadata(now, out);
    else
        noServerMetadata(now, out);
}

void Flow::fetchMetadata(const QUrl &url, Stamp now, FlowActions &out)
{
    wire::HttpRequest request;
    request.method = "GET";
    request.url = url;
    request.headers.add("Accept", "application/json");
    request.headers.add("User-Agent", "sonde/" SONDE_VERSION);
    // 2025-03-26 basic/authorization: with metadata requests too; later revisions do not say.
    if (!m_setup.revision.isEmpty())
        request.headers.add("MCP-Protocol-Version", m_setup.revision.toLatin1());
    fetch(std::move(request), {}, now, out);
}

// A redirect is an address that somebody else named: it is judged like the first one.
bool Flow::followRedirect(const FetchAnswer &answer, Stamp now, FlowActions &out)
{
    const auto location = answer.headers.value("Location");
    if (answer.status < 301 || answer.status > 308 || !location)
        return false;
    const QUrl url =
        attempt()->url.resolved(QUrl::fromEncoded(location->left(kMaxUrl + 1), QUrl::StrictMode));
    const auto rule = refusalOf(url, m_setup.serverIsLocal);
    if (++m_redirects > kMaxMetadataRedirects) {
        reject(QStringLiteral("More than %1 redirects.").arg(kMaxMetadataRedirects));
        return false;
    }
    if (rule && !isOverridden(*rule)) {
        reject(QStringLiteral("A redirect that is not followed: %1")
                   .arg(QLatin1String(textOf(*rule).sentence)),
            rule);
        return false;
    }
    attempt()->verdict = QStringLiteral("A redirect, which is followed.");
    fetchMetadata(url, now, out);
    return true;
}

// Goes on with what an answer without metadata leads to; false when there may be metadata in it.
bool Flow::hasNoMetadata(const FetchAnswer &answer, Stamp now, FlowActions &out)
{
    if (followRedirect(answer, now, out))
        return true;
    if (answer.status == 200)
        return false;
    m_onlyMissing = m_onlyMissing && isMissing(answer);
    if (!attempt()->rejected)
        reject(statusVerdict(answer));
    tryNextUrl(now, out);
    return true;
}

void Flow::resourceAnswered(const FetchAnswer &answer, Stamp now, FlowActions &out)
{
    if (hasNoMetadata(answer, now, out))
        return;
    const Result<ResourceMetadata> read = readResourceMetadata(json::Document::parse(answer.body));
    if (!read) { // many web sites answer every address with a page
        reject(read.error().sentence);
        return tryNextUrl(now, out);
    }
    const QUrl named(read->resource, QUrl::StrictMode);
    if (!resourceCovers(named, m_setup.server) && !isOverridden(Rule::ResourceMismatch)) {
        reject(
            QStringLiteral("It is about %1.").arg(quoted(read->resource)), Rule::ResourceMismatch);
        return fail(Rule::ResourceMismatch,
            QStringLiteral("The metadata is about %1, not about %2.")
                .arg(quoted(read->resource), m_setup.server.toString()),
            now, out);
    }
    m_resourceMetadata = *read;
    m_resource = read->resource;
    m_dpop = m_dpop || read->dpopRequired;
    if (read->authorizationServers.isEmpty())
        return fail(Rule::NoAuthorizationServer,
            QStringLiteral("The server's metadata names no authorization server."), now, out);
    fact("resource", read->resource);
    fact("authorization servers", read->authorizationServers.join(u'\n'));
    if (read->scopes)
        fact("scopes", read->scopes->join(u' '));
    if (canonicalResource(named) != canonicalResource(m_setup.server))
        remark(QStringLiteral("The resource is not identical to the address that was asked, but "
                              "stands above it (RFC 9728 section 3.3 wants the same)."));
    if (read->scopes && read->scopes->contains(QStringLiteral("offline_access")))
        remark(QStringLiteral("A protected server should not list offline_access: it is for the "
                              "authorization server to offer."));
    attempt()->verdict = QStringLiteral("It is about this server.");
    closeStep(StepState::Done, QStringLiteral("The server's metadata is used."), now,
        "RFC 9728 section 3");
    chooseServer(now, out);
}

void Flow::noResourceMetadata(Stamp now, FlowActions &out)
{
    const bool mayFallBack = m_setup.legacyFallback && m_onlyMissing && !m_wasNamed;
    if (!mayFallBack && m_refusedBy)
        return fail(*m_refusedBy, attempt()->verdict, now, out);
    if (!mayFallBack && !isOverridden(Rule::ResourceMetadataMissing))
        return fail(Rule::ResourceMetadataMissing,
            QStringLiteral("The server's metadata could not be had: %1").arg(attempt()->verdict),
            now, out);
    m_legacy = true;
    m_resource = canonicalResource(m_setup.server);
    closeStep(StepState::PassedOver,
        QStringLiteral("There is none, so the rules of 2025-03-26 are used: the authorization "
                       "server is at the server's own origin."),
        now, "2025-03-26 basic/authorization");
    openStep(StepKind::ChooseServer, now);
    adoptServer(
        wire::originOf(m_setup.server), QStringLiteral("The origin of the MCP server."), now, out);
}

void Flow::chooseServer(Stamp now, FlowActions &out)
{
    openStep(StepKind::ChooseServer, now);
    const QStringList &all = m_resourceMetadata->authorizationServers;
    fact("offered", all.join(u'\n'));
    if (all.size() == 1)
        return adoptServer(all.front(), QStringLiteral("The only one."), now, out);
    QStringList preferred{m_setup.preferredIssuer};
    if (m_setup.given)
        preferred << m_setup.given->issuer;
    if (m_goal.tokens)
        preferred << m_goal.tokens->issuer;
    for (const Registration &known : m_goal.registrations)
        preferred << known.issuer;
    for (const QString &issuer : preferred) {
        if (!issuer.isEmpty() && all.contains(issuer))
            return adoptServer(
                issuer, QStringLiteral("One of several; there are credentials for it."), now, out);
    }
    // RFC 9728 section 7.6: which one is for the client to choose.
    m_phase = Phase::Choosing;
    out.emplace_back(ChooseServer{all});
}

void Flow::chosen(int index, Stamp now, FlowActions &out)
{
    if (m_phase != Phase::Choosing)
        return;
    const QStringList &all = m_resourceMetadata->authorizationServers;
    if (index < 0 || index >= all.size())
        return cancel(now, out);
    adoptServer(all.at(index), QStringLiteral("Chosen."), now, out);
}

void Flow::adoptServer(const QString &issuer, const QString &why, Stamp now, FlowActions &out)
{
    m_issuer = issuer;
    fact("issuer", issuer);
    closeStep(StepState::Done, why, now, "RFC 9728 section 7.6");
    findServer(now, out);
}

void Flow::findServer(Stamp now, FlowActions &out)
{
    openStep(StepKind::ServerMetadata, now);
    m_phase = Phase::ServerMetadata;
    m_urls = serverMetadataUrls(QUrl(m_issuer, QUrl::StrictMode), m_legacy);
    m_nextUrl = 0;
    m_onlyMissing = true;
    m_refusedBy.reset();
    tryNextUrl(now, out);
}

void Flow::serverAnswered(const FetchAnswer &answer, Stamp now, FlowActions &out)
{
    if (hasNoMetadata(answer, now, out))
        return;
    const Result<ServerMetadata> read = readServerMetadata(json::Document::parse(answer.body));
    if (!read) {
        reject(read.error().sentence);
        return tryNextUrl(now, out);
    }
    // RFC 8414 section 3.3: identical, compared as text. Anything else lets one authorization
    // server speak for another.
    if (read->issuer != m_issuer && !isOverridden(Rule::IssuerMismatch)) {
        reject(QStringLiteral("Its issuer is %1, and %2 was asked.")
                   .arg(quoted(read->issuer), quoted(m_issuer)),
            Rule::IssuerMismatch);
        return tryNextUrl(now, out);
    }
    attempt()->verdict = QStringLiteral("Its issuer is the one that was asked.");
    m_server = *read;
    m_issuer = read->issuer;
    adoptServerMetadata(now, out);
}

void Flow::noServerMetadata(Stamp now, FlowActions &out)
{
    if (m_refusedBy)
        return fail(*m_refusedBy, attempt()->verdict, now, out);
    const bool mayGuess = (m_legacy && m_onlyMissing) || isOverridden(Rule::ServerMetadataMissing);
    if (!mayGuess)
        return fail(Rule::ServerMetadataMissing,
            QStringLiteral("No metadata of the authorization server %1 could be had: %2")
                .arg(quoted(m_issuer), attempt() ? attempt()->verdict : QString()),
            now, out);
    m_server = defaultServerMetadata(QUrl(wire::originOf(QUrl(m_issuer))));
    m_server.issuer = m_issuer;
    adoptServerMetadata(now, out);
}

bool Flow::checkEndpoint(const QUrl &url, const char *name, Stamp now, FlowActions &out)
{
    if (url.isEmpty()) {
        fail(Rule::EndpointMissing,
            QStringLiteral("The authorization server's metadata names no %1.")
                .arg(QLatin1String(name)),
            now, out);
        return false;
    }
    const auto rule = refusalOf(url, m_setup.serverIsLocal);
    if (!rule || isOverridden(*rule))
        return true;
    fail(*rule,
        QStringLiteral("The %1 %2 is not used.")
            .arg(QLatin1String(name), quoted(url.toString(QUrl::FullyEncoded))),
        now, out);
    return false;
}

void Flow::adoptServerMetadata(Stamp now, FlowActions &out)
{
    fact("issuer", m_server.issuer);
    fact("authorization endpoint", m_server.authorizationEndpoint.toString());
    fact("token endpoint", m_server.tokenEndpoint.toString());
    if (!m_server.registrationEndpoint.isEmpty())
        fact("registration endpoint", m_server.registrationEndpoint.toString());
    if (!checkEndpoint(m_server.tokenEndpoint, "token endpoint", now, out))
        return;
    if (m_setup.grant == Grant::AuthorizationCode) {
        // What the browser refuses is told when it would be opened.
        if (m_server.authorizationEndpoint.isEmpty()
            && !checkEndpoint(m_server.authorizationEndpoint, "authorization endpoint", now, out))
            return;
        // 2025-11-25 basic/authorization: "MUST refuse to proceed" when it is absent. 2025-03-26
        // demands PKCE without asking for the announcement.
        const bool pkce = m_server.codeChallengeMethods
            && m_server.codeChallengeMethods->contains(QStringLiteral("S256"));
        if (!pkce && !m_legacy && !isOverridden(Rule::PkceUnsupported))
            return fail(Rule::PkceUnsupported,
                m_server.codeChallengeMethods
                    ? QStringLiteral("The authorization server does not support PKCE with S256.")
                    : QStringLiteral("The authorization server does not say that it supports PKCE: "
                                     "code_challenge_methods_supported is missing."),
                now, out);
    }
    closeStep(StepState::Done,
        m_server.guessed ? QStringLiteral("There is none, so the default endpoints are used.")
                         : QStringLiteral("The authorization server's metadata is used."),
        now, m_server.guessed ? "2025-03-26 basic/authorization" : "RFC 8414 section 3");
    if (canRefresh())
        return refresh(now, out);
    findClient(now, out);
}

} // namespace sonde::auth
