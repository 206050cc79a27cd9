// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/flow.h"
#include "auth/jwt.h"
#include "auth/urlrules.h"

#include <algorithm>
#include <cmath>

// The token endpoint: codes, assertions, refresh, revocation (RFC 6749, 7009, 7523, 8693, 8707,
// 9449).
namespace sonde::auth {

namespace {

constexpr qsizetype kMaxShown = 1000; // of a text of the authorization server
constexpr int kNonceBytes = 16;
constexpr double kMaxLifeSeconds = 10.0 * 366 * 24 * 3600;

// RFC 6750 section 2.1: what can stand in an Authorization header.
bool isUsableToken(const QString &token)
{
    return !token.isEmpty() && token.size() <= Flow::kMaxToken
        && std::all_of(token.begin(), token.end(), [](QChar c) { return c > u' ' && c < u'\x7f'; });
}

// RFC 6749 section 2.3.1: each half is form-coded first.
QByteArray basicCredentials(const Registration &client)
{
    const auto coded = [](const QString &text) {
        Parameters one;
        one.add({}, text);
        return one.encoded().mid(1);
    };
    const QByteArray pair = coded(client.clientId) + ':' + coded(client.clientSecret.reveal());
    return "Basic " + pair.toBase64();
}

QString withoutQuery(const QUrl &url)
{
    return url.toString(QUrl::FullyEncoded | QUrl::RemoveQuery | QUrl::RemoveFragment);
}

wire::HttpHeader secretField(const char *name, const QByteArray &value)
{
    return {name, value, true};
}

} // namespace

void Flow::askForToken(Stamp now, FlowActions &out)
{
    openStep(StepKind::Token, now);
    m_phase = Phase::Token;
    Parameters form;
    if (m_setup.grant == Grant::ClientCredentials) {
        chooseScopes();
        form.add(QStringLiteral("grant_type"), QStringLiteral("client_credentials"));
        form.addUnlessEmpty(QStringLiteral("scope"), m_scopes.join(u' '));
    } else {
        form.add(QStringLiteral("grant_type"), QStringLiteral("authorization_code"));
        form.add(QStringLiteral("code"), m_code);
        form.add(QStringLiteral("redirect_uri"), m_redirectUri.toString(QUrl::FullyEncoded));
        form.add(QStringLiteral("code_verifier"), m_verifier);
    }
    form.add(QStringLiteral("resource"), m_resource);
    m_code = {};
    m_verifier = {};
    m_sendsDpop = m_dpop;
    postForm(m_server.tokenEndpoint, std::move(form), true, now, out);
}

// RFC 8693: the identity provider turns the sign-on into an assertion for the authorization server.
void Flow::askIdentityProvider(Stamp now, FlowActions &out)
{
    openStep(StepKind::IdentityAssertion, now);
    m_phase = Phase::Identity;
    chooseScopes();
    const IdentityProvider &idp = m_setup.identity;
    fact("identity provider", idp.tokenEndpoint.toString());
    if (idp.idToken.isEmpty())
        return fail(Rule::IdTokenMissing,
            QStringLiteral("There is no ID token of the person: none was entered, and none is "
                           "kept."),
            now, out);
    if (const auto jwt = readJwt(idp.idToken)) {
        const json::Document claims = json::Document::parse(jwt->claims);
        if (const double until = claims.root()["exp"].toDouble().value_or(0);
            until > 0 && until * 1000 < double(now.wall) / 1'000'000)
            remark(QStringLiteral("The ID token is over since %1 s: sign on again for a new one.")
                       .arg(std::llround(double(now.wall) / 1e9 - until)));
    }
    if (!checkEndpoint(idp.tokenEndpoint, "token endpoint of the identity provider", now, out))
        return;
    Parameters form;
    form.add(QStringLiteral("grant_type"),
        QStringLiteral("urn:ietf:params:oauth:grant-type:token-exchange"));
    form.add(QStringLiteral("requested_token_type"),
        QStringLiteral("urn:ietf:params:oauth:token-type:id-jag"));
    form.add(QStringLiteral("audience"), m_issuer);
    form.add(QStringLiteral("resource"), m_resource);
    form.add(QStringLiteral("subject_token"), idp.idToken);
    form.add(QStringLiteral("subject_token_type"),
        QStringLiteral("urn:ietf:params:oauth:token-type:id_token"));
    form.add(QStringLiteral("client_id"), idp.clientId);
    if (!idp.clientSecret.isEmpty())
        form.add(QStringLiteral("client_secret"), idp.clientSecret);
    form.addUnlessEmpty(QStringLiteral("scope"), m_scopes.join(u' '));
    m_sendsDpop = false;
    postForm(idp.tokenEndpoint, std::move(form), false, now, out);
}

void Flow::identityAnswered(const FetchAnswer &answer, Stamp now, FlowActions &out)
{
    const json::Document document = json::Document::parse(answer.body);
    const QString assertion = document.root()["access_token"].toString();
    if (answer.status != 200 || !document.isValid() || assertion.isEmpty()
        || assertion.size() > kMaxToken)
        return tokenRefused(answer, now, out);
    attempt()->verdict = QStringLiteral("It gave an assertion.");
    closeStep(StepState::Done, QStringLiteral("The identity provider vouches for the person."), now,
        "RFC 8693 section 2.2");
    openStep(StepKind::Token, now);
    tradeAssertion(Secret(assertion), now, out);
}

void Flow::tradeAssertion(const Secret &assertion, Stamp now, FlowActions &out)
{
    m_phase = Phase::Token;
    chooseScopes();
    Parameters form;
    form.add(QStringLiteral("grant_type"),
        QStringLiteral("urn:ietf:params:oauth:grant-type:jwt-bearer"));
    form.add(QStringLiteral("assertion"), assertion);
    form.add(QStringLiteral("resource"), m_resource);
    form.addUnlessEmpty(QStringLiteral("scope"), m_scopes.join(u' '));
    m_sendsDpop = m_dpop;
    postForm(m_server.tokenEndpoint, std::move(form), m_setup.grant != Grant::Assertion, now, out);
}

bool Flow::canRefresh() const
{
    if (!m_goal.mayRefresh || !m_goal.tokens || m_goal.tokens->refreshToken.isEmpty()
        || m_goal.tokens->issuer != m_issuer || m_goal.tokens->resource != m_resource)
        return false;
    // More rights are not had by a refresh (RFC 6749 section 6).
    const QStringList &had = m_goal.tokens->requestedScopes;
    const auto hasAll = [&had](const QStringList &scopes) {
        return std::all_of(scopes.begin(), scopes.end(),
            [&had](const QString &scope) { return had.contains(scope); });
    };
    if (m_goal.status == 403 || !hasAll(m_challengedScopes) || !hasAll(m_setup.scopes))
        return false;
    const QString id = m_goal.tokens->clientId;
    return (m_setup.given && m_setup.given->clientId == id)
        || std::any_of(m_goal.registrations.begin(), m_goal.registrations.end(),
            [&](const Registration &known) {
                return known.issuer == m_issuer && known.clientId == id;
            })
        || id == m_setup.clientDocument.toString(QUrl::FullyEncoded);
}

void Flow::refresh(Stamp now, FlowActions &out)
{
    openStep(StepKind::Refresh, now);
    m_phase = Phase::Refreshing;
    const QString id = m_goal.tokens->clientId;
    m_client = {};
    m_client.clientId = id;
    m_client.source = ClientSource::Document;
    for (const Registration &known : m_goal.registrations) {
        if (known.issuer == m_issuer && known.clientId == id)
            m_client = known;
    }
    if (m_setup.given && m_setup.given->clientId == id)
        m_client = *m_setup.given;
    m_client.issuer = m_issuer;
    if (!checkEndpoint(m_server.tokenEndpoint, "token endpoint", now, out))
        return;
    m_scopes = m_goal.tokens->requestedScopes;
    m_dpop = !m_goal.tokens->dpopKey.isEmpty();
    m_dpopKey.pem = m_goal.tokens->dpopKey;
    m_sendsDpop = m_dpop;
    Parameters form;
    form.add(QStringLiteral("grant_type"), QStringLiteral("refresh_token"));
    form.add(QStringLiteral("refresh_token"), m_goal.tokens->refreshToken);
    form.add(QStringLiteral("resource"), m_resource);
    postForm(m_server.tokenEndpoint, std::move(form), true, now, out);
}

void Flow::postForm(const QUrl &url, Parameters form, bool proving, Stamp now, FlowActions &out)
{
    m_form = form;
    m_proving = proving;
    wire::HttpRequest request;
    request.method = "POST";
    request.url = url;
    request.headers.add("Content-Type", "application/x-www-form-urlencoded");
    request.headers.add("Accept", "application/json");
    request.headers.add("User-Agent", "sonde/" SONDE_VERSION);
    if (proving) {
        if (const auto proved = prove(form, request.headers, now); !proved)
            return failWith(proved.error(), {}, now, out);
    }
    if (m_sendsDpop) {
        if (const auto added = addDpop(url, request.headers, now); !added)
            return failWith(added.error(), {}, now, out);
    }
    request.body = Bytes::fromByteArray(form.encoded());
    request.hasBody = true;
    fetch(std::move(request), form.redacted(), now, out);
}

Result<void> Flow::prove(Parameters &form, wire::HttpHeaders &headers, Stamp now)
{
    switch (m_client.proof) {
    case ClientProof::None:
        form.add(QStringLiteral("client_id"), m_client.clientId);
        return {};
    case ClientProof::Basic:
        headers.add(secretField("Authorization", basicCredentials(m_client)));
        return {};
    case ClientProof::Post:
        form.add(QStringLiteral("client_id"), m_client.clientId);
        form.add(QStringLiteral("client_secret"), m_client.clientSecret);
        return {};
    case ClientProof::PrivateKeyJwt:
        break;
    }
    const auto assertion = clientAssertion(*m_signer,
        {m_client.clientId, m_issuer, m_client.privateKey, m_client.signingAlgorithm,
            m_randomness(kNonceBytes), now.wall / 1'000'000});
    if (!assertion)
        return assertion.error();
    form.add(QStringLiteral("client_id"), m_client.clientId);
    form.add(QStringLiteral("client_assertion_type"),
        QStringLiteral("urn:ietf:params:oauth:client-assertion-type:jwt-bearer"));
    form.add(QStringLiteral("client_assertion"), QString::fromLatin1(*assertion));
    return {};
}

Result<void> Flow::addDpop(const QUrl &url, wire::HttpHeaders &headers, Stamp now)
{
    if (m_dpopKey.pem.isEmpty()) {
        const auto made = m_signer->makeKey();
        if (!made)
            return made.error();
        m_dpopKey = *made;
    } else if (m_dpopKey.jwk.isEmpty()) {
        const auto jwk = m_signer->publicJwk(m_dpopKey.pem);
        if (!jwk)
            return jwk.error();
        m_dpopKey.jwk = *jwk;
    }
    const auto proof = dpopProof(*m_signer, m_dpopKey.pem, m_dpopKey.jwk,
        {"POST", withoutQuery(url), {}, m_dpopNonce, m_randomness(kNonceBytes),
            now.wall / 1'000'000});
    if (!proof)
        return proof.error();
    headers.add("DPoP", *proof);
    return {};
}

// RFC 9449 section 8: once more, with the nonce that the server wants in the proof.
bool Flow::repeatWithNonce(const FetchAnswer &answer, Stamp now, FlowActions &out)
{
    const auto nonce = answer.headers.value("DPoP-Nonce");
    const json::Document document = json::Document::parse(answer.body);
    if (!m_sendsDpop || !nonce || *nonce == m_dpopNonce
        || !document.root()["error"].equals("use_dpop_nonce"))
        return false;
    m_dpopNonce = nonce->left(kMaxShown);
    attempt()->verdict = QStringLiteral("It wants a nonce in the proof.");
    postForm(attempt()->url, m_form, m_proving, now, out);
    return true;
}

void Flow::tokenAnswered(const FetchAnswer &answer, Stamp now, FlowActions &out)
{
    if (repeatWithNonce(answer, now, out))
        return;
    const json::Document document = json::Document::parse(answer.body);
    if (answer.status != 200)
        return tokenRefused(answer, now, out);
    const Result<Tokens> tokens = readTokens(document, now);
    if (!tokens) {
        const Rule rule = document.isValid() && document.root()["access_token"].isString()
            ? Rule::TokenTypeUnknown
            : Rule::TokenMalformed;
        reject(tokens.error().sentence, rule);
        return fail(rule, tokens.error().sentence, now, out);
    }
    adoptTokens(*tokens, now, out);
}

Result<Tokens> Flow::readTokens(const json::Document &document, Stamp now)
{
    const auto wrong = [](const QString &sentence) {
        return Error{Domain::Authorization, 0, sentence, {}, {}};
    };
    const json::Value root = document.root();
    const QString access = root["access_token"].toString();
    if (!document.isValid() || !root.isObject() || !isUsableToken(access))
        return wrong(QStringLiteral("The token endpoint's answer holds no usable access token."));
    const QString type = root["token_type"].toString();
    const bool dpop = type.compare(QLatin1String("DPoP"), Qt::CaseInsensitive) == 0;
    if (!dpop && type.compare(QLatin1String("Bearer"), Qt::CaseInsensitive) != 0)
        return wrong(QStringLiteral("The token is of the type “%1”, which is not understood.")
                         .arg(type.left(100)));
    if (dpop && !m_sendsDpop)
        return wrong(QStringLiteral("The token is bound to a key, but none was shown."));
    Tokens tokens;
    if (m_phase == Phase::Refreshing)
        tokens = *m_goal.tokens;
    tokens.issuer = m_issuer;
    tokens.resource = m_resource;
    tokens.clientId = m_client.clientId;
    tokens.accessToken = Secret(access);
    // RFC 6749 section 6: a new refresh token takes the old one's place; without one it stays.
    const QString refreshToken = root["refresh_token"].toString();
    if (!refreshToken.isEmpty() && refreshToken.size() <= kMaxToken)
        tokens.refreshToken = Secret(refreshToken);
    tokens.type = dpop ? QStringLiteral("DPoP") : QStringLiteral("Bearer");
    tokens.requestedScopes = m_scopes;
    if (root["scope"].isString())
        tokens.grantedScopes = root["scope"].toString().split(u' ', Qt::SkipEmptyParts);
    tokens.obtainedMs = now.wall / 1'000'000;
    const double life = root["expires_in"].isString()
        ? root["expires_in"].toString().toDouble() // against the rules, and seen
        : root["expires_in"].toDouble().value_or(0);
    tokens.expiresMs =
        life > 0 ? tokens.obtainedMs + std::llround(std::min(life, kMaxLifeSeconds) * 1000) : 0;
    tokens.tokenEndpoint = m_server.tokenEndpoint;
    tokens.revocationEndpoint = m_server.revocationEndpoint;
    tokens.dpopKey = dpop ? m_dpopKey.pem : Secret();
    return tokens;
}

void Flow::adoptTokens(const Tokens &tokens, Stamp now, FlowActions &out)
{
    attempt()->verdict = QStringLiteral("It gave a token.");
    fact("type", tokens.type);
    fact("refresh token",
        tokens.refreshToken.isEmpty() ? QStringLiteral("none") : tokens.refreshToken.redacted());
    if (tokens.expiresMs)
        fact("lives", QStringLiteral("%1 s").arg((tokens.expiresMs - tokens.obtainedMs) / 1000));
    if (tokens.grantedScopes) {
        fact("granted", tokens.grantedScopes->join(u' '));
        for (const QString &scope : m_scopes) {
            // What that one is for has come; servers differ in whether they name it.
            const bool offline =
                scope == QLatin1String("offline_access") && !tokens.refreshToken.isEmpty();
            if (!offline && !tokens.grantedScopes->contains(scope))
                remark(QStringLiteral("Scope not granted: %1 was asked for.").arg(scope));
        }
    }
    if (const auto jwt = readJwt(tokens.accessToken)) {
        if (const auto skew = clockSkewOf(*jwt, tokens.obtainedMs))
            remark(*skew);
    }
    out.emplace_back(KeepTokens{tokens});
    closeStep(StepState::Done, QStringLiteral("There is a token for %1.").arg(m_resource), now,
        "RFC 6749 section 5.1");
    finish(now, out);
}

void Flow::tokenRefused(const FetchAnswer &answer, Stamp now, FlowActions &out)
{
    const json::Document document = json::Document::parse(answer.body);
    const QString code = document.root()["error"].toString().left(kMaxShown);
    step().error = code;
    reject(answer.error ? answer.error->sentence
                        : QStringLiteral("HTTP status %1 %2").arg(answer.status).arg(code),
        answer.error ? Rule::Unreachable : Rule::TokenRefused);
    const bool forgotten =
        code == QLatin1String("invalid_client") || code == QLatin1String("unauthorized_client");
    if (forgotten && registerAgain(now, out))
        return;
    if (m_phase == Phase::Refreshing && code == QLatin1String("invalid_grant")) {
        out.emplace_back(DropTokens{m_issuer, m_resource});
        if (m_goal.kind == Goal::Kind::Authorize) {
            closeStep(StepState::PassedOver,
                QStringLiteral("The refresh token is not accepted any more: a person is asked."),
                now, "RFC 6749 section 5.2");
            m_goal.mayRefresh = false;
            return findClient(now, out);
        }
    }
    fail(answer.error ? Rule::Unreachable : Rule::TokenRefused,
        m_phase == Phase::Identity
            ? QStringLiteral("The identity provider gives no assertion: %1").arg(attempt()->verdict)
            : QStringLiteral("The token endpoint gives no token: %1").arg(attempt()->verdict),
        now, out, document.root()["error_description"].toString().left(kMaxShown));
}

// RFC 7009. What is kept is dropped in any case.
void Flow::revoke(Stamp now, FlowActions &out)
{
    openStep(StepKind::Revoke, now);
    m_phase = Phase::Revoking;
    out.emplace_back(DropTokens{m_issuer, m_resource});
    const QUrl url = m_server.revocationEndpoint;
    if (url.isEmpty() || refusalOf(url, m_setup.serverIsLocal)) {
        closeStep(StepState::PassedOver,
            QStringLiteral("The authorization server has no endpoint for it; the tokens are only "
                           "forgotten."),
            now, "RFC 7009");
        return finish(now, out);
    }
    for (const Registration &known : m_goal.registrations) {
        if (known.issuer == m_issuer && known.clientId == m_goal.tokens->clientId)
            m_client = known;
    }
    if (m_client.clientId.isEmpty())
        m_client.clientId = m_goal.tokens->clientId;
    const bool refresh = !m_goal.tokens->refreshToken.isEmpty();
    Parameters form;
    form.add(QStringLiteral("token"),
        refresh ? m_goal.tokens->refreshToken : m_goal.tokens->accessToken);
    form.add(QStringLiteral("token_type_hint"),
        refresh ? QStringLiteral("refresh_token") : QStringLiteral("access_token"));
    postForm(url, std::move(form), true, now, out);
}

void Flow::revoked(const FetchAnswer &answer, Stamp now, FlowActions &out)
{
    const bool done = answer.status == 200;
    attempt()->rejected = !done;
    attempt()->verdict = answer.error ? answer.error->sentence
                                      : QStringLiteral("HTTP status %1.").arg(answer.status);
    closeStep(done ? StepState::Done : StepState::PassedOver,
        done ? QStringLiteral("The token is revoked.")
             : QStringLiteral("The token was not revoked; it is forgotten here."),
        now, "RFC 7009 section 2.2");
    finish(now, out);
}

} // namespace sonde::auth
