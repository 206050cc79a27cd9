// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/flow/discovery.h"

#include "auth/base/authtext.h"
#include "auth/base/namedmetadata.h"
#include "auth/base/urlrules.h"
#include "auth/flow/servererror.h"
#include "wire/http/httptarget.h"

#include <algorithm>

namespace sonde::auth {

namespace {

bool isMissing(const FetchResponse &response)
{
    return response.status >= 400 && response.status < 500;
}

// Both issuers, and how they differ where that is hard to see.
QString issuerMismatch(const QString &found, const QString &requested)
{
    const auto withoutEnd = [](const QString &issuer) {
        return issuer.endsWith(u'/') ? issuer.chopped(1) : issuer;
    };
    QString sentence = AuthText::tr("The metadata names the issuer %1; %2 was requested.")
                           .arg(quoted(found), quoted(requested));
    if (withoutEnd(found) == withoutEnd(requested))
        return sentence % u' '
            % AuthText::tr("They differ in the slash at the end. Write the issuer alike in both "
                           "documents.");
    if (found.contains(u'{') || requested.contains(u'{'))
        return sentence % u' '
            % AuthText::tr("One of them contains a placeholder in braces that was not filled in.");
    return sentence;
}

} // namespace

void Discovery::recordChallenge(FlowTurn &turn)
{
    const Goal &goal = turn.run().goal;
    DiscoveredServer &server = turn.run().server;
    turn.openStep(StepKind::Challenge);
    if (goal.status)
        turn.fact("status", QString::number(goal.status));
    const wire::Challenge *chosen = nullptr;
    m_urls.clear();
    readNamedUrls(turn);
    for (const wire::Challenge &each : goal.challenges) {
        if (isForTokens(each) && !chosen)
            chosen = &each;
        for (const auto &[name, value] : each.parameters)
            turn.step().facts.emplace_back(
                QString::fromLatin1(each.scheme + ' ' + name), QString::fromUtf8(value));
    }
    if (chosen) {
        server.dpop = chosen->isScheme("DPoP");
        const auto scope = withoutSingleQuotes(chosen->parameter("scope").value_or(QByteArray()));
        server.challengedScopes =
            QString::fromUtf8(scope).split(u' ', Qt::SkipEmptyParts).mid(0, int(kMaxListed));
    }
    m_wasNamed = !m_urls.empty();
    if (goal.stepUp > 0) {
        turn.fact("step-up", QStringLiteral("%1 of %2").arg(goal.stepUp).arg(goal.maxStepUps));
        turn.fact(
            "scopes so far", goal.tokens ? goal.tokens->requestedScopes.join(u' ') : QString());
        turn.fact("scopes wanted", server.challengedScopes.join(u' '));
    }
    turn.closeStep(StepState::Done,
        goal.stepUp > 0
            ? AuthText::tr("Step-up authorization: the token is valid, but the server requires "
                           "additional scopes. They are requested together with the present ones.")
            : goal.status == 0  ? AuthText::tr("You started the authorization.")
            : m_urls.size() > 1 ? AuthText::tr(
                  "The challenge names several URLs of the server's metadata; they are tried in "
                  "their order.")
            : m_wasNamed
            ? AuthText::tr("The challenge contains the URL of the server's metadata.")
            : AuthText::tr("The challenge does not contain the URL of the server's metadata, so "
                           "the well-known URLs are tried."),
        "RFC 9728 section 5.1");
}

// What is meant is clear nevertheless.
void Discovery::readNamedUrls(FlowTurn &turn)
{
    const NamedMetadata named = NamedMetadata::of(turn.run().goal.challenges);
    for (const QString &url : named.urls)
        m_urls.push_back({QUrl(url, QUrl::StrictMode), url});
    if (named.mostInOne > 1)
        turn.remark(
            AuthText::tr("The challenge contains resource_metadata %1 times; RFC 9110 section 11.2 "
                         "allows each parameter once.")
                .arg(named.mostInOne));
    if (named.singleQuotes)
        turn.remark(AuthText::tr(
            "A value of the challenge is in single quotes; RFC 9110 section 11.2 "
            "requires double ones, and other clients take the quotes for a part of the "
            "value."));
}

void Discovery::begin(FlowTurn &turn)
{
    turn.openStep(StepKind::ResourceMetadata);
    m_phase = Phase::ResourceMetadata;
    const std::vector<Candidate> named = m_urls;
    setCandidates(resourceMetadataUrls(turn.run().setup.server));
    if (!named.empty())
        m_urls = named;
    tryNextUrl(turn);
}

void Discovery::setCandidates(const std::vector<QUrl> &urls)
{
    m_urls.clear();
    for (const QUrl &url : urls)
        m_urls.push_back({url, {}});
    m_nextUrl = 0;
    m_onlyMissing = true;
    m_cause.reset();
}

QString Discovery::notRequested(const Candidate &candidate, AuthRule rule, FlowTurn &turn) const
{
    if (!candidate.written.isEmpty())
        return AuthText::tr("The challenge names the metadata URL %1, which is not requested: %2")
            .arg(quoted(candidate.written), sentenceOf(rule));
    if (m_phase == Phase::ServerMetadata)
        return AuthText::tr("The metadata of the authorization server %1 is not requested: %2")
            .arg(quoted(turn.run().server.issuer), sentenceOf(rule));
    return AuthText::tr("%1 is not requested: %2")
        .arg(quoted(candidate.url.toString(QUrl::FullyEncoded)), sentenceOf(rule));
}

void Discovery::tryNextUrl(FlowTurn &turn)
{
    m_redirects = 0;
    while (m_nextUrl < m_urls.size()) {
        const Candidate candidate = m_urls[m_nextUrl++];
        const QUrl &url = candidate.url;
        const auto rule = refusalOf(url, turn.run().setup.serverIsLocal);
        if (!rule || turn.isOverridden(*rule))
            return fetchMetadata(url, turn);
        Attempt refused;
        refused.method = "GET";
        refused.url = url;
        refused.began = refused.ended = turn.now();
        turn.step().attempts.push_back(std::move(refused));
        reject(notRequested(candidate, *rule, turn), rule, turn);
        m_onlyMissing = false;
    }
    if (m_phase == Phase::ResourceMetadata)
        resourceMissing(turn);
    else
        serverMissing(turn);
}

void Discovery::fetchMetadata(const QUrl &url, FlowTurn &turn)
{
    wire::HttpRequest request;
    request.method = "GET";
    request.url = url;
    request.headers.add("Accept", "application/json");
    request.headers.add("User-Agent", "sonde/" SONDE_VERSION);
    // 2025-03-26 basic/authorization: with metadata requests too; later revisions do not say.
    if (!turn.run().setup.revision.isEmpty())
        request.headers.add("MCP-Protocol-Version", turn.run().setup.revision.toLatin1());
    turn.fetch(std::move(request), {});
}

void Discovery::reject(
    const QString &verdict, std::optional<AuthRule> rule, FlowTurn &turn, Weight weight)
{
    turn.reject(verdict, rule);
    const Cause cause{rule ? Weight::Rule : weight, verdict, turn.attempt()->url, rule};
    if (!m_cause || cause.weight >= m_cause->weight)
        m_cause = cause;
}

// A response of status 200 that is not metadata: many web sites respond to every address with a
// page, and some servers with an error.
void Discovery::rejectDocument(
    const QString &problem, const FetchResponse &response, FlowTurn &turn)
{
    const QString instead = insteadOfDocument(readServerError(response, turn));
    reject(QStringList{problem, instead}.join(u' ').trimmed(), {}, turn);
    tryNextUrl(turn);
}

// The last response may tell less than one before it.
void Discovery::failOfCause(AuthRule otherwise, const QString &sentence, FlowTurn &turn)
{
    if (m_cause && m_cause->rule)
        return turn.fail(*m_cause->rule, m_cause->verdict);
    turn.fail(otherwise, sentence);
}

void Discovery::fetched(const FetchResponse &response, FlowTurn &turn)
{
    if (m_phase == Phase::ResourceMetadata)
        parseResource(response, turn);
    else if (m_phase == Phase::ServerMetadata)
        parseServer(response, turn);
}

// The other server chose the redirect's target, so it must pass the same checks as the first URL.
bool Discovery::followRedirect(const FetchResponse &response, FlowTurn &turn)
{
    const auto location = response.headers.value("Location");
    if (response.status < 301 || response.status > 308 || !location)
        return false;
    const QUrl url = turn.attempt()->url.resolved(
        QUrl::fromEncoded(location->left(kMaxUrl + 1), QUrl::StrictMode));
    const auto rule = refusalOf(url, turn.run().setup.serverIsLocal);
    if (++m_redirects > kMaxMetadataRedirects) {
        reject(AuthText::tr("More than %1 redirects.").arg(kMaxMetadataRedirects), {}, turn);
        return false;
    }
    if (rule && !turn.isOverridden(*rule)) {
        reject(AuthText::tr("Redirect not followed: %1").arg(sentenceOf(*rule)), rule, turn);
        return false;
    }
    turn.attempt()->verdict = AuthText::tr("Redirect followed.");
    fetchMetadata(url, turn);
    return true;
}

// Continues after a response without metadata; false when the response may hold metadata.
bool Discovery::hasNoMetadata(const FetchResponse &response, FlowTurn &turn)
{
    if (followRedirect(response, turn))
        return true;
    if (response.status == 200)
        return false;
    m_onlyMissing = m_onlyMissing && isMissing(response);
    const bool isGone = response.status == 404 || response.status == 405 || response.status == 410;
    if (isGone) // its body is about the page that is missing
        reject(statusVerdict(response), {}, turn, Weight::Missing);
    else if (!turn.attempt()->rejected)
        reject(refusalVerdict(response, readServerError(response, turn)), {}, turn);
    tryNextUrl(turn);
    return true;
}

void Discovery::parseResource(const FetchResponse &response, FlowTurn &turn)
{
    if (hasNoMetadata(response, turn))
        return;
    const Result<ResourceMetadata> read =
        readResourceMetadata(json::Document::parse(response.body));
    if (!read)
        return rejectDocument(read.error().sentence, response, turn);
    const QUrl named(read->resource, QUrl::StrictMode);
    const QUrl &server = turn.run().setup.server;
    if (!resourceCovers(named, server) && !turn.isOverridden(AuthRule::ResourceMismatch)) {
        reject(AuthText::tr("The metadata is for %1, not for %2.")
                   .arg(quoted(read->resource), server.toString()),
            AuthRule::ResourceMismatch, turn);
        if (m_wasNamed) // perhaps one of several
            return tryNextUrl(turn);
        return turn.fail(AuthRule::ResourceMismatch, turn.attempt()->verdict);
    }
    adoptResource(*read, turn);
}

void Discovery::adoptResource(const ResourceMetadata &resource, FlowTurn &turn)
{
    DiscoveredServer &server = turn.run().server;
    server.resource = resource.resource;
    server.resourceScopes = resource.scopes;
    server.dpop = server.dpop || resource.dpopRequired;
    m_issuers = resource.authorizationServers;
    for (const QString &remark : resource.remarks)
        turn.remark(remark);
    if (m_issuers.isEmpty())
        return turn.fail(AuthRule::NoAuthorizationServer,
            AuthText::tr("The server's metadata lists no authorization server."));
    turn.fact("resource", resource.resource);
    turn.fact("authorization servers", m_issuers.join(u'\n'));
    if (resource.scopes)
        turn.fact("scopes", resource.scopes->join(u' '));
    const QUrl named(resource.resource, QUrl::StrictMode);
    if (canonicalResource(named) != canonicalResource(turn.run().setup.server))
        turn.remark(
            AuthText::tr("The resource is a parent of the requested URL, not identical to it; RFC "
                         "9728 section 3.3 requires them to be identical."));
    if (resource.scopes && resource.scopes->contains(QStringLiteral("offline_access")))
        turn.remark(
            AuthText::tr("A protected resource should not list the scope offline_access; only the "
                         "authorization server should offer it."));
    turn.attempt()->verdict = AuthText::tr("The metadata is for this server.");
    turn.closeStep(
        StepState::Done, AuthText::tr("The server's metadata is used."), "RFC 9728 section 3");
    chooseServer(turn);
}

void Discovery::resourceMissing(FlowTurn &turn)
{
    const FlowSetup &setup = turn.run().setup;
    const bool mayFallBack = setup.legacyFallback && m_onlyMissing && !m_wasNamed;
    const bool isRefused = m_cause && m_cause->rule;
    const QString verdict = m_cause ? m_cause->verdict : QString();
    if (!mayFallBack && (isRefused || !turn.isOverridden(AuthRule::ResourceMetadataMissing)))
        return failOfCause(AuthRule::ResourceMetadataMissing,
            m_wasNamed && m_cause
                ? AuthText::tr(
                    "Could not load the server's metadata from %1, which the challenge names: %2")
                      .arg(quoted(m_cause->url.toString()), m_cause->verdict)
                : AuthText::tr("Could not load the server's metadata: %1").arg(verdict),
            turn);
    turn.run().server.legacy = true;
    turn.run().server.resource = canonicalResource(setup.server);
    turn.closeStep(StepState::PassedOver,
        AuthText::tr(
            "The server publishes no metadata, so the rules of revision 2025-03-26 apply: the "
            "authorization server is at the server's own origin."),
        "2025-03-26 basic/authorization");
    turn.openStep(StepKind::ChooseServer);
    adoptServer(wire::originOf(setup.server), AuthText::tr("The origin of the MCP server."), turn);
}

void Discovery::chooseServer(FlowTurn &turn)
{
    const FlowRun &run = turn.run();
    turn.openStep(StepKind::ChooseServer);
    turn.fact("offered", m_issuers.join(u'\n'));
    if (m_issuers.size() == 1)
        return adoptServer(m_issuers.front(), AuthText::tr("The only authorization server."), turn);
    QStringList preferred{run.setup.preferredIssuer};
    if (run.setup.given)
        preferred << run.setup.given->issuer;
    if (run.goal.tokens)
        preferred << run.goal.tokens->issuer;
    for (const Registration &known : run.goal.registrations)
        preferred << known.issuer;
    for (const QString &issuer : preferred) {
        if (!issuer.isEmpty() && m_issuers.contains(issuer))
            return adoptServer(
                issuer, AuthText::tr("One of several; credentials for it are known."), turn);
    }
    // RFC 9728 section 7.6: which one is for the client to choose.
    m_phase = Phase::Choosing;
    turn.add(ChooseServer{m_issuers});
}

void Discovery::chosen(int index, FlowTurn &turn)
{
    if (m_phase != Phase::Choosing)
        return;
    if (index < 0 || index >= m_issuers.size())
        return turn.cancel();
    adoptServer(m_issuers.at(index), AuthText::tr("You chose it."), turn);
}

void Discovery::adoptServer(const QString &issuer, const QString &why, FlowTurn &turn)
{
    DiscoveredServer &server = turn.run().server;
    server.issuer = issuer;
    turn.fact("issuer", issuer);
    turn.closeStep(StepState::Done, why, "RFC 9728 section 7.6");
    turn.openStep(StepKind::ServerMetadata);
    m_phase = Phase::ServerMetadata;
    setCandidates(serverMetadataUrls(QUrl(issuer, QUrl::StrictMode), server.legacy));
    tryNextUrl(turn);
}

void Discovery::parseServer(const FetchResponse &response, FlowTurn &turn)
{
    if (hasNoMetadata(response, turn))
        return;
    const Result<ServerMetadata> read = readServerMetadata(json::Document::parse(response.body));
    if (!read)
        return rejectDocument(read.error().sentence, response, turn);
    // RFC 8414 section 3.3: identical, compared as text. Anything else lets one authorization
    // server speak for another.
    DiscoveredServer &server = turn.run().server;
    if (read->issuer != server.issuer && !turn.isOverridden(AuthRule::IssuerMismatch)) {
        reject(issuerMismatch(read->issuer, server.issuer), AuthRule::IssuerMismatch, turn);
        return tryNextUrl(turn);
    }
    turn.attempt()->verdict = AuthText::tr("The issuer is the one that was requested.");
    for (const QString &remark : read->remarks)
        turn.remark(remark);
    server.metadata = *read;
    server.issuer = read->issuer;
    adoptServerMetadata(turn);
}

void Discovery::serverMissing(FlowTurn &turn)
{
    DiscoveredServer &server = turn.run().server;
    const bool isRefused = m_cause && m_cause->rule;
    const bool mayGuess =
        (server.legacy && m_onlyMissing) || turn.isOverridden(AuthRule::ServerMetadataMissing);
    if (isRefused || !mayGuess)
        return failOfCause(AuthRule::ServerMetadataMissing,
            AuthText::tr("Could not load the metadata of the authorization server %1: %2")
                .arg(quoted(server.issuer), m_cause ? m_cause->verdict : QString()),
            turn);
    server.metadata = defaultServerMetadata(QUrl(wire::originOf(QUrl(server.issuer))));
    server.metadata.issuer = server.issuer;
    adoptServerMetadata(turn);
}

// 2025-11-25 basic/authorization: "MUST refuse to proceed" when it is absent. 2025-03-26 demands
// PKCE without asking for the announcement.
bool Discovery::checkPkce(FlowTurn &turn)
{
    const DiscoveredServer &server = turn.run().server;
    const auto &methods = server.metadata.codeChallengeMethods;
    if ((methods && methods->contains(QStringLiteral("S256"))) || server.legacy
        || turn.isOverridden(AuthRule::PkceUnsupported))
        return true;
    turn.fail(AuthRule::PkceUnsupported,
        methods ? AuthText::tr("The authorization server does not support PKCE with S256.")
                : AuthText::tr(
                    "The authorization server does not announce PKCE: its metadata contains no "
                    "code_challenge_methods_supported."));
    return false;
}

void Discovery::adoptServerMetadata(FlowTurn &turn)
{
    const ServerMetadata &metadata = turn.run().server.metadata;
    turn.fact("issuer", metadata.issuer);
    turn.fact("authorization endpoint", metadata.authorizationEndpoint.toString());
    turn.fact("token endpoint", metadata.tokenEndpoint.toString());
    if (!metadata.registrationEndpoint.isEmpty())
        turn.fact("registration endpoint", metadata.registrationEndpoint.toString());
    if (!turn.checkEndpoint(metadata.tokenEndpoint, FlowTurn::Endpoint::Token))
        return;
    if (turn.run().setup.grant == Grant::AuthorizationCode) {
        // An address that no browser may open is refused when it would be opened.
        if (metadata.authorizationEndpoint.isEmpty()
            && !turn.checkEndpoint(
                metadata.authorizationEndpoint, FlowTurn::Endpoint::Authorization))
            return;
        if (!checkPkce(turn))
            return;
    }
    turn.closeStep(StepState::Done,
        metadata.guessed ? AuthText::tr(
            "The authorization server publishes no metadata, so the default endpoints are "
            "used.")
                         : AuthText::tr("The authorization server's metadata is used."),
        metadata.guessed ? "2025-03-26 basic/authorization" : "RFC 8414 section 3");
    m_phase = Phase::Done;
}

} // namespace sonde::auth
