// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/flow/coderequest.h"

#include "auth/base/authtext.h"
#include "auth/base/urlrules.h"

namespace sonde::auth {

namespace {

constexpr int kVerifierBytes = 32; // 43 characters, RFC 7636 section 4.1
constexpr int kStateBytes = 24;

std::int64_t redirectDeadline(FlowTurn &turn)
{
    return turn.now().steady + std::chrono::nanoseconds(turn.run().setup.redirectTimeout).count();
}

} // namespace

void CodeRequest::begin(FlowTurn &turn)
{
    FlowRun &run = turn.run();
    turn.openStep(StepKind::AuthorizationRequest);
    run.scopes = scopesToRequest(run);
    const QUrl url = requestUrl(turn);
    if (!checkUrl(url, turn))
        return;
    turn.fact("address", url.toString(QUrl::FullyEncoded));
    turn.closeStep(StepState::Done,
        run.scopes.isEmpty()
            ? AuthText::tr("No scope is requested: neither the server nor its settings name one.")
            : AuthText::tr("Requested scopes: %1.").arg(run.scopes.join(u' ')),
        "2025-11-25 basic/authorization");
    turn.openStep(StepKind::Redirect);
    m_phase = Phase::Browsing;
    run.deadline = redirectDeadline(turn);
    turn.add(Browse{url});
}

QUrl CodeRequest::requestUrl(FlowTurn &turn)
{
    const FlowRun &run = turn.run();
    const QByteArray verifier = base64Url(run.randomness(kVerifierBytes));
    m_verifier = Secret(QString::fromLatin1(verifier));
    m_state = QString::fromLatin1(base64Url(run.randomness(kStateBytes)));
    Parameters query;
    query.add(QStringLiteral("response_type"), QStringLiteral("code"));
    query.add(QStringLiteral("client_id"), run.client.clientId);
    query.add(QStringLiteral("redirect_uri"), run.redirectUri.toString(QUrl::FullyEncoded));
    query.add(QStringLiteral("code_challenge"), QString::fromLatin1(codeChallenge(verifier)));
    query.add(QStringLiteral("code_challenge_method"), QStringLiteral("S256"));
    query.add(QStringLiteral("state"), m_state);
    query.add(QStringLiteral("resource"), run.server.resource);
    query.addUnlessEmpty(QStringLiteral("scope"), run.scopes.join(u' '));
    // OpenID Connect Core section 11: without it the provider ignores offline_access.
    if (run.scopes.contains(QStringLiteral("offline_access")))
        query.add(QStringLiteral("prompt"), QStringLiteral("consent"));
    for (const auto &[name, value] : query.all())
        turn.step().facts.emplace_back(name, value);
    return withQuery(run.server.metadata.authorizationEndpoint, query);
}

bool CodeRequest::checkUrl(const QUrl &url, FlowTurn &turn)
{
    const QUrl &endpoint = turn.run().server.metadata.authorizationEndpoint;
    if (const auto rule = browserRefusalOf(url); rule && !turn.isOverridden(*rule)) {
        turn.fail(*rule,
            AuthText::tr("The authorization endpoint is not a URL that a browser may open: %1")
                .arg(endpoint.toString(QUrl::FullyEncoded).left(kMaxShown)));
        return false;
    }
    const auto rule = refusalOf(endpoint, turn.run().setup.serverIsLocal);
    if (!rule || turn.isOverridden(*rule))
        return true;
    turn.fail(
        *rule, AuthText::tr("The authorization endpoint was not used: %1").arg(sentenceOf(*rule)));
    return false;
}

// The page may have been held back for long, or is opened again.
void CodeRequest::pageOpened(FlowTurn &turn)
{
    if (m_phase == Phase::Browsing)
        turn.run().deadline = redirectDeadline(turn);
}

void CodeRequest::visited(const PageVisit &visit, FlowTurn &turn)
{
    if (m_phase == Phase::Browsing && turn.step().facts.size() < kMaxVisits)
        turn.step().facts.emplace_back(visit.what.left(kMaxShown), visit.text.left(kMaxShown));
}

void CodeRequest::redirected(const QByteArray &query, FlowTurn &turn)
{
    if (m_phase != Phase::Browsing)
        return; // RFC 6749 section 10.5: a code, and the state with it, is used once
    const auto redirect = Parameters::parse(query);
    if (!redirect)
        return turn.fail(
            AuthRule::RedirectMalformed, AuthText::tr("The redirect has too many parameters."));
    turn.run().deadline = FlowRun::kNever;
    // First of all: a redirect with another state does not belong to this request.
    if (!checkState(*redirect, turn) || !checkIssuer(*redirect, turn))
        return;
    for (const auto &[name, value] : redirect->all())
        turn.step().facts.emplace_back(
            name.left(kMaxShown), Parameters::shown(name, value).left(kMaxShown));
    adoptCode(*redirect, turn);
}

bool CodeRequest::checkState(const Parameters &redirect, FlowTurn &turn)
{
    int states = 0;
    const QString state = redirect.value(QStringLiteral("state"), &states).value_or(QString());
    const QString expected = std::exchange(m_state, {});
    if ((states == 1 && state == expected) || turn.isOverridden(AuthRule::StateMismatch))
        return true;
    turn.fail(AuthRule::StateMismatch,
        states == 0
            ? AuthText::tr("The redirect has no state.")
            : AuthText::tr("The state in the redirect differs from the state that was sent."));
    return false;
}

// 2026-07-28 basic/authorization, after RFC 9207 section 2.4: compared as text after form decoding,
// nothing else. Also for errors: an error from another server is not even shown.
bool CodeRequest::checkIssuer(const Parameters &redirect, FlowTurn &turn)
{
    const DiscoveredServer &server = turn.run().server;
    int count = 0;
    const auto iss = redirect.value(QStringLiteral("iss"), &count);
    if (count == 0) {
        if (!server.metadata.issInRedirect || turn.isOverridden(AuthRule::IssMissing))
            return true;
        turn.fail(AuthRule::IssMissing,
            AuthText::tr(
                "The authorization server announces iss in its redirects, but this redirect has "
                "none."));
        return false;
    }
    if ((count == 1 && *iss == server.issuer) || turn.isOverridden(AuthRule::IssMismatch))
        return true;
    turn.fail(AuthRule::IssMismatch,
        AuthText::tr("The redirect is from “%1”, but the request was sent to “%2”.")
            .arg(iss->left(kMaxShown), server.issuer));
    return false;
}

void CodeRequest::adoptCode(const Parameters &redirect, FlowTurn &turn)
{
    if (const auto error = redirect.value(QStringLiteral("error"))) {
        turn.step().error = error->left(kMaxShown);
        const QString description =
            redirect.value(QStringLiteral("error_description")).value_or(QString()).left(kMaxShown);
        return turn.fail(AuthRule::AuthorizationDenied,
            description.isEmpty()
                ? AuthText::tr("The authorization server denied the request: %1")
                      .arg(turn.step().error)
                : AuthText::tr("The authorization server denied the request: %1: %2")
                      .arg(turn.step().error, quoted(description)),
            description.size() > kMaxQuoted ? description : QString());
    }
    int codes = 0;
    const auto code = redirect.value(QStringLiteral("code"), &codes);
    if (codes != 1 || code->isEmpty())
        return turn.fail(AuthRule::RedirectMalformed,
            AuthText::tr("The redirect has no code, or more than one."));
    m_code = Secret(*code);
    m_phase = Phase::Done;
    turn.closeStep(StepState::Done, AuthText::tr("The redirect belongs to this request."),
        "RFC 9207 section 2.4");
}

} // namespace sonde::auth
