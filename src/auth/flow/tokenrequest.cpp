// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/flow/tokenrequest.h"

#include "auth/base/authtext.h"
#include "auth/base/urlrules.h"
#include "base/domainerror.h"

#include <algorithm>
#include <cmath>

namespace sonde::auth {

namespace {

constexpr qsizetype kMaxNames = 20; // of members, in a sentence
constexpr qsizetype kMaxName = 100; // characters
constexpr double kMaxLifeSeconds = 10.0 * 366 * 24 * 3600;

// RFC 6750 section 2.1: the characters that an Authorization header may hold.
bool isUsableToken(const QString &token)
{
    return !token.isEmpty() && token.size() <= TokenRequest::kMaxToken
        && std::all_of(token.begin(), token.end(), [](QChar c) { return c > u' ' && c < u'\x7f'; });
}

QStringList withoutAll(QStringList scopes, const QStringList &had)
{
    scopes.erase(std::remove_if(scopes.begin(), scopes.end(),
                     [&had](const QString &scope) { return had.contains(scope); }),
        scopes.end());
    return scopes;
}

bool isKnown(const QString &clientId, const FlowRun &run)
{
    return (run.setup.given && run.setup.given->clientId == clientId)
        || std::any_of(run.goal.registrations.begin(), run.goal.registrations.end(),
            [&](const Registration &known) {
                return known.issuer == run.server.issuer && known.clientId == clientId;
            })
        || clientId == run.setup.clientDocument.toString(QUrl::FullyEncoded);
}

std::int64_t lifetimeMs(const json::Value &expiresIn)
{
    const double life = expiresIn.isString()
        ? expiresIn.toString().toDouble() // RFC 6749 demands a number; some servers send text
        : expiresIn.toDouble().value_or(0);
    return life > 0 ? std::llround(std::min(life, kMaxLifeSeconds) * 1000) : 0;
}

} // namespace

QString TokenRequest::refreshProblem(const FlowRun &run)
{
    if (!run.goal.tokens)
        return AuthText::tr("Cannot refresh: there is no token for this server. Log in first.");
    const Tokens &tokens = *run.goal.tokens;
    if (tokens.refreshToken.isEmpty())
        return AuthText::tr(
            "Cannot refresh: %1 issued no refresh token. Log in again for a new token.")
            .arg(tokens.issuer);
    if (!isKnown(tokens.clientId, run))
        return AuthText::tr(
            "Cannot refresh: the token belongs to the client %1 at %2, which is neither in "
            "the settings nor stored. Log in again.")
            .arg(tokens.clientId, tokens.issuer);
    return {};
}

bool TokenRequest::canRefresh(const FlowRun &run)
{
    if (!run.goal.mayRefresh || !refreshProblem(run).isEmpty()
        || run.goal.tokens->issuer != run.server.issuer
        || run.goal.tokens->resource != run.server.resource)
        return false;
    // A refresh cannot add scopes (RFC 6749 section 6).
    const QStringList &had = run.goal.tokens->requestedScopes;
    return run.goal.status != 403 && withoutAll(run.server.challengedScopes, had).isEmpty()
        && withoutAll(run.setup.scopes, had).isEmpty();
}

void TokenRequest::redeemCode(const Secret &code, const Secret &verifier, FlowTurn &turn)
{
    Parameters form;
    form.add(QStringLiteral("grant_type"), QStringLiteral("authorization_code"));
    form.add(QStringLiteral("code"), code);
    form.add(QStringLiteral("redirect_uri"), turn.run().redirectUri.toString(QUrl::FullyEncoded));
    form.add(QStringLiteral("code_verifier"), verifier);
    turn.openStep(StepKind::Token);
    requestToken(std::move(form), turn);
}

void TokenRequest::begin(FlowTurn &turn)
{
    FlowRun &run = turn.run();
    turn.openStep(run.setup.grant == Grant::EnterpriseManaged ? StepKind::IdentityAssertion
                                                              : StepKind::Token);
    run.scopes = scopesToRequest(run);
    if (run.setup.grant == Grant::EnterpriseManaged)
        return requestIdentityAssertion(turn);
    if (run.setup.grant == Grant::Assertion)
        return redeemAssertion(run.setup.assertion, turn);
    Parameters form;
    form.add(QStringLiteral("grant_type"), QStringLiteral("client_credentials"));
    form.addUnlessEmpty(QStringLiteral("scope"), run.scopes.join(u' '));
    requestToken(std::move(form), turn);
}

void TokenRequest::requestToken(Parameters form, FlowTurn &turn)
{
    const DiscoveredServer &server = turn.run().server;
    m_phase = Phase::Token;
    form.add(QStringLiteral("resource"), server.resource);
    m_post.setDpop(server.dpop);
    m_post.send(server.metadata.tokenEndpoint, form, TokenPost::Proof::Client, turn);
}

// RFC 8693: the identity provider exchanges the sign-on for an assertion for the authorization
// server.
void TokenRequest::requestIdentityAssertion(FlowTurn &turn)
{
    const FlowRun &run = turn.run();
    const IdentityProvider &provider = run.setup.identity;
    m_phase = Phase::Identity;
    turn.fact("identity provider", provider.tokenEndpoint.toString());
    if (provider.idToken.isEmpty())
        return turn.fail(AuthRule::IdTokenMissing,
            AuthText::tr(
                "Your ID token is missing: none was entered, and none is stored. Edit the server "
                "and "
                "enter it again."));
    remarkExpiredIdToken(turn);
    if (!turn.checkEndpoint(provider.tokenEndpoint, FlowTurn::Endpoint::IdentityToken))
        return;
    Parameters form;
    form.add(QStringLiteral("grant_type"),
        QStringLiteral("urn:ietf:params:oauth:grant-type:token-exchange"));
    form.add(QStringLiteral("requested_token_type"),
        QStringLiteral("urn:ietf:params:oauth:token-type:id-jag"));
    form.add(QStringLiteral("audience"), run.server.issuer);
    form.add(QStringLiteral("resource"), run.server.resource);
    form.add(QStringLiteral("subject_token"), provider.idToken);
    form.add(QStringLiteral("subject_token_type"),
        QStringLiteral("urn:ietf:params:oauth:token-type:id_token"));
    form.add(QStringLiteral("client_id"), provider.clientId);
    if (!provider.clientSecret.isEmpty())
        form.add(QStringLiteral("client_secret"), provider.clientSecret);
    form.addUnlessEmpty(QStringLiteral("scope"), run.scopes.join(u' '));
    m_post.setDpop(false);
    m_post.send(provider.tokenEndpoint, form, TokenPost::Proof::None, turn);
}

// The token is sent all the same: the identity provider decides whose clock is right.
void TokenRequest::remarkExpiredIdToken(FlowTurn &turn)
{
    const auto jwt = readJwt(turn.run().setup.identity.idToken);
    if (!jwt)
        return;
    const json::Document claims = json::Document::parse(jwt->claims);
    const double until = claims.root()["exp"].toDouble().value_or(0);
    const double now = double(turn.now().wall) / 1e9;
    if (until > 0 && until < now)
        turn.remark(AuthText::tr("The ID token expired %1 s ago. Sign on again for a new one.")
                        .arg(std::llround(now - until)));
}

void TokenRequest::parseIdentity(const FetchResponse &response, FlowTurn &turn)
{
    const json::Document document = json::Document::parse(response.body);
    const QString assertion = document.root()["access_token"].toString();
    if (response.status != 200 || !document.isValid() || assertion.isEmpty()
        || assertion.size() > kMaxToken)
        return refused(response, turn);
    turn.attempt()->verdict = AuthText::tr("The response contains an assertion.");
    turn.closeStep(StepState::Done,
        AuthText::tr("The identity provider issued an assertion about you."),
        "RFC 8693 section 2.2");
    turn.openStep(StepKind::Token);
    redeemAssertion(Secret(assertion), turn);
}

void TokenRequest::redeemAssertion(const Secret &assertion, FlowTurn &turn)
{
    const FlowRun &run = turn.run();
    m_phase = Phase::Token;
    Parameters form;
    form.add(QStringLiteral("grant_type"),
        QStringLiteral("urn:ietf:params:oauth:grant-type:jwt-bearer"));
    form.add(QStringLiteral("assertion"), assertion);
    form.add(QStringLiteral("resource"), run.server.resource);
    form.addUnlessEmpty(QStringLiteral("scope"), run.scopes.join(u' '));
    m_post.setDpop(run.server.dpop);
    m_post.send(run.server.metadata.tokenEndpoint, form,
        run.setup.grant == Grant::Assertion ? TokenPost::Proof::None : TokenPost::Proof::Client,
        turn);
}

void TokenRequest::adoptRefreshClient(FlowRun &run)
{
    const QString id = run.goal.tokens->clientId;
    run.client = {};
    run.client.clientId = id;
    run.client.source = ClientSource::Document;
    for (const Registration &known : run.goal.registrations) {
        if (known.issuer == run.server.issuer && known.clientId == id)
            run.client = known;
    }
    if (run.setup.given && run.setup.given->clientId == id)
        run.client = *run.setup.given;
    run.client.issuer = run.server.issuer;
}

void TokenRequest::refresh(FlowTurn &turn)
{
    FlowRun &run = turn.run();
    turn.openStep(StepKind::Refresh);
    m_phase = Phase::Refreshing;
    adoptRefreshClient(run);
    if (!turn.checkEndpoint(run.server.metadata.tokenEndpoint, FlowTurn::Endpoint::Token))
        return;
    run.scopes = run.goal.tokens->requestedScopes;
    if (const QStringList more = withoutAll(run.setup.scopes, run.scopes); !more.isEmpty())
        turn.remark(AuthText::tr(
            "A refresh cannot add scopes (RFC 6749 section 6). Log in again to request "
            "%1.")
                        .arg(more.join(u' ')));
    run.server.dpop = !run.goal.tokens->dpopKey.isEmpty();
    m_post.setDpop(run.server.dpop, run.goal.tokens->dpopKey);
    Parameters form;
    form.add(QStringLiteral("grant_type"), QStringLiteral("refresh_token"));
    form.add(QStringLiteral("refresh_token"), run.goal.tokens->refreshToken);
    form.add(QStringLiteral("resource"), run.server.resource);
    m_post.send(run.server.metadata.tokenEndpoint, form, TokenPost::Proof::Client, turn);
}

void TokenRequest::fetched(const FetchResponse &response, FlowTurn &turn)
{
    switch (m_phase) {
    case Phase::Identity:
        return parseIdentity(response, turn);
    case Phase::Token:
    case Phase::Refreshing:
        return parseToken(response, turn);
    case Phase::Revoking:
        return revoked(response, turn);
    case Phase::Idle:
    case Phase::ClientForgotten:
    case Phase::RefreshRefused:
        return;
    }
}

void TokenRequest::parseToken(const FetchResponse &response, FlowTurn &turn)
{
    if (m_post.repeatWithNonce(response, turn))
        return;
    const json::Document document = json::Document::parse(response.body);
    const bool hasToken = document.root()["access_token"].isString();
    const ServerError said = readServerError(response, turn);
    if (response.status != 200 || (said.isError() && !hasToken))
        return refused(response, turn);
    const Result<Tokens> tokens = readTokens(document, said, turn);
    if (tokens)
        return adoptTokens(*tokens, turn);
    const AuthRule rule =
        document.isValid() && hasToken ? AuthRule::TokenTypeUnknown : AuthRule::TokenMalformed;
    turn.reject(tokens.error().sentence, rule);
    turn.fail(rule, tokens.error().sentence);
}

// Names what came instead, but nothing of it: it may be a token in another form.
QString TokenRequest::problemOfToken(const json::Value &root, const ServerError &said)
{
    if (said.form == ServerError::Form::Form)
        return AuthText::tr(
            "It is form-encoded (application/x-www-form-urlencoded), but must be JSON.");
    if (said.form == ServerError::Form::WebPage)
        return insteadOfDocument(said);
    if (said.form == ServerError::Form::None)
        return AuthText::tr("It is empty.");
    if (!root.isObject())
        return AuthText::tr("It is not a JSON object.");
    const json::Value token = root["access_token"];
    if (token.isString())
        return token.text().empty()
            ? AuthText::tr("The member access_token is empty.")
            : AuthText::tr("The member access_token is too long, or has characters "
                           "that a header must not hold.");
    if (token)
        return AuthText::tr("The member access_token is not a string.");
    QStringList names;
    for (const json::Value member : root) {
        if (names.size() < kMaxNames)
            names << QString::fromStdString(member.key()).left(kMaxName);
    }
    return names.isEmpty()
        ? AuthText::tr("It has no members.")
        : AuthText::tr("Its members are %1.").arg(quoted(names.join(QStringLiteral(", "))));
}

Result<Tokens> TokenRequest::readTokens(
    const json::Document &document, const ServerError &said, FlowTurn &turn)
{
    const FlowRun &run = turn.run();
    const json::Value root = document.root();
    const QString access = root["access_token"].toString();
    if (!document.isValid() || !root.isObject() || !isUsableToken(access))
        return authorizationError(
            AuthText::tr("The response of the token endpoint contains no usable access token. %1")
                .arg(problemOfToken(root, said)));
    const QString type = root["token_type"].toString();
    const bool dpop = type.compare(QLatin1String("DPoP"), Qt::CaseInsensitive) == 0;
    if (!dpop && type.compare(QLatin1String("Bearer"), Qt::CaseInsensitive) != 0)
        return authorizationError(
            AuthText::tr("The token type “%1” is not supported.").arg(type.left(100)));
    if (dpop && !m_post.isDpop())
        return authorizationError(
            AuthText::tr("The token is bound to a key, but the request contained no key."));
    Tokens tokens;
    if (m_phase == Phase::Refreshing)
        tokens = *run.goal.tokens;
    tokens.issuer = run.server.issuer;
    tokens.resource = run.server.resource;
    tokens.clientId = run.client.clientId;
    tokens.accessToken = Secret(access);
    // RFC 6749 section 6: a new refresh token replaces the old one; without one the old one stays.
    const QString refreshToken = root["refresh_token"].toString();
    if (!refreshToken.isEmpty() && refreshToken.size() <= kMaxToken)
        tokens.refreshToken = Secret(refreshToken);
    tokens.type = dpop ? QStringLiteral("DPoP") : QStringLiteral("Bearer");
    tokens.requestedScopes = run.scopes;
    if (root["scope"].isString())
        tokens.grantedScopes = root["scope"].toString().split(u' ', Qt::SkipEmptyParts);
    tokens.obtainedMs = turn.now().wall / 1'000'000;
    const std::int64_t life = lifetimeMs(root["expires_in"]);
    tokens.expiresMs = life > 0 ? tokens.obtainedMs + life : 0;
    tokens.tokenEndpoint = run.server.metadata.tokenEndpoint;
    tokens.revocationEndpoint = run.server.metadata.revocationEndpoint;
    tokens.dpopKey = dpop ? m_post.dpopKey() : Secret();
    return tokens;
}

void TokenRequest::adoptTokens(const Tokens &tokens, FlowTurn &turn)
{
    turn.attempt()->verdict = AuthText::tr("The response contains a token.");
    turn.fact("type", tokens.type);
    turn.fact("refresh token",
        tokens.refreshToken.isEmpty() ? QStringLiteral("none") : tokens.refreshToken.redacted());
    if (tokens.expiresMs)
        turn.fact(
            "lives", QStringLiteral("%1 s").arg((tokens.expiresMs - tokens.obtainedMs) / 1000));
    if (tokens.grantedScopes) {
        turn.fact("granted", tokens.grantedScopes->join(u' '));
        for (const QString &scope : turn.run().scopes) {
            // The refresh token came, so offline_access was granted; servers differ in whether they
            // list it.
            const bool offline =
                scope == QLatin1String("offline_access") && !tokens.refreshToken.isEmpty();
            if (!offline && !tokens.grantedScopes->contains(scope))
                turn.remark(AuthText::tr("Scope not granted: %1 was requested.").arg(scope));
        }
    }
    if (const auto jwt = readJwt(tokens.accessToken)) {
        if (const auto skew = clockSkewOf(*jwt, tokens.obtainedMs))
            turn.remark(*skew);
    }
    turn.add(KeepTokens{tokens});
    turn.closeStep(StepState::Done,
        AuthText::tr("Received a token for %1.").arg(turn.run().server.resource),
        "RFC 6749 section 5.1");
    turn.finish();
}

void TokenRequest::refused(const FetchResponse &response, FlowTurn &turn)
{
    FlowRun &run = turn.run();
    const ServerError said = readServerError(response, turn);
    const QString &code = said.code;
    turn.step().error = code;
    const bool isSuccess = response.status == 200 && !said.isError();
    const json::Document document = json::Document::parse(response.body);
    turn.reject(isSuccess ? problemOfToken(document.root(), said) : refusalVerdict(response, said),
        response.error ? AuthRule::Unreachable : AuthRule::TokenRefused);
    const QString remark = formRemark(response, said, "RFC 6749 section 5.2");
    if (!remark.isEmpty() && !isSuccess)
        turn.remark(remark);
    const bool forgotten =
        code == QLatin1String("invalid_client") || code == QLatin1String("unauthorized_client");
    if (forgotten && run.client.source == ClientSource::Registered && !run.registeredAgain) {
        m_phase = Phase::ClientForgotten;
        return;
    }
    if (m_phase == Phase::Refreshing && code == QLatin1String("invalid_grant")) {
        turn.add(DropTokens{run.server.issuer, run.server.resource});
        if (run.goal.kind == Goal::Kind::Authorize) {
            m_phase = Phase::RefreshRefused;
            return turn.closeStep(StepState::PassedOver,
                AuthText::tr("The refresh token is no longer accepted: you must log in again."),
                "RFC 6749 section 5.2");
        }
    }
    fail(response, said, turn);
}

void TokenRequest::fail(const FetchResponse &response, const ServerError &said, FlowTurn &turn)
{
    const QString &verdict = turn.attempt()->verdict;
    turn.fail(response.error ? AuthRule::Unreachable : AuthRule::TokenRefused,
        m_phase == Phase::Identity
            ? AuthText::tr("The identity provider did not issue an assertion: %1").arg(verdict)
            : AuthText::tr("The token endpoint did not issue a token: %1").arg(verdict),
        restOf(said));
}

// RFC 7009. The tokens are dropped in any case.
void TokenRequest::revoke(FlowTurn &turn)
{
    FlowRun &run = turn.run();
    turn.openStep(StepKind::Revoke);
    m_phase = Phase::Revoking;
    turn.add(DropTokens{run.server.issuer, run.server.resource});
    const QUrl url = run.server.metadata.revocationEndpoint;
    if (url.isEmpty() || refusalOf(url, run.setup.serverIsLocal)) {
        turn.closeStep(StepState::PassedOver,
            AuthText::tr(
                "The authorization server has no revocation endpoint, so the tokens were only "
                "removed from Sonde."),
            "RFC 7009");
        return turn.finish();
    }
    for (const Registration &known : run.goal.registrations) {
        if (known.issuer == run.server.issuer && known.clientId == run.goal.tokens->clientId)
            run.client = known;
    }
    if (run.client.clientId.isEmpty())
        run.client.clientId = run.goal.tokens->clientId;
    const bool refresh = !run.goal.tokens->refreshToken.isEmpty();
    Parameters form;
    form.add(QStringLiteral("token"),
        refresh ? run.goal.tokens->refreshToken : run.goal.tokens->accessToken);
    form.add(QStringLiteral("token_type_hint"),
        refresh ? QStringLiteral("refresh_token") : QStringLiteral("access_token"));
    m_post.send(url, form, TokenPost::Proof::Client, turn);
}

void TokenRequest::revoked(const FetchResponse &response, FlowTurn &turn)
{
    const bool done = response.status == 200;
    turn.attempt()->rejected = !done;
    turn.attempt()->verdict =
        done ? statusVerdict(response) : refusalVerdict(response, readServerError(response, turn));
    turn.closeStep(done ? StepState::Done : StepState::PassedOver,
        done ? AuthText::tr("The token was revoked.")
             : AuthText::tr("The token was not revoked; it was only removed from Sonde: %1")
                   .arg(turn.attempt()->verdict),
        "RFC 7009 section 2.2");
    turn.finish();
}

} // namespace sonde::auth
