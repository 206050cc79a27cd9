// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/flow.h"
#include "auth/urlrules.h"

#include <algorithm>

// The authorization request and what the browser brings back (2025-11-25 basic/authorization,
// RFC 6749 section 4.1, RFC 7636, RFC 8707, RFC 9207).
namespace sonde::auth {

namespace {

constexpr int kVerifierBytes = 32; // 43 characters, RFC 7636 section 4.1
constexpr int kStateBytes = 24;
constexpr qsizetype kMaxShown = 1000; // of a text of the authorization server

void addOnce(QStringList &to, const QStringList &from)
{
    for (const QString &each : from) {
        if (!to.contains(each))
            to << each;
    }
}

} // namespace

// 2025-11-25 basic/authorization, Scope Selection Strategy; 2026-07-28: together with what was
// asked for before, so that a step-up loses nothing.
void Flow::chooseScopes()
{
    m_scopes.clear();
    if (m_goal.tokens && m_goal.tokens->issuer == m_issuer && m_goal.tokens->resource == m_resource)
        addOnce(m_scopes, m_goal.tokens->requestedScopes);
    if (!m_challengedScopes.isEmpty())
        addOnce(m_scopes, m_challengedScopes);
    else if (m_resourceMetadata && m_resourceMetadata->scopes)
        addOnce(m_scopes, *m_resourceMetadata->scopes);
    addOnce(m_scopes, m_setup.scopes);
    const QString offline = QStringLiteral("offline_access");
    if (m_setup.offlineAccess && m_setup.grant == Grant::AuthorizationCode && !m_scopes.isEmpty()
        && m_server.scopes && m_server.scopes->contains(offline))
        addOnce(m_scopes, {offline});
}

void Flow::askForCode(Stamp now, FlowActions &out)
{
    openStep(StepKind::AuthorizationRequest, now);
    chooseScopes();
    const QByteArray verifier = base64Url(m_randomness(kVerifierBytes));
    m_verifier = Secret(QString::fromLatin1(verifier));
    m_state = QString::fromLatin1(base64Url(m_randomness(kStateBytes)));
    Parameters query;
    query.add(QStringLiteral("response_type"), QStringLiteral("code"));
    query.add(QStringLiteral("client_id"), m_client.clientId);
    query.add(QStringLiteral("redirect_uri"), m_redirectUri.toString(QUrl::FullyEncoded));
    query.add(QStringLiteral("code_challenge"), QString::fromLatin1(codeChallenge(verifier)));
    query.add(QStringLiteral("code_challenge_method"), QStringLiteral("S256"));
    query.add(QStringLiteral("state"), m_state);
    query.add(QStringLiteral("resource"), m_resource);
    query.addUnlessEmpty(QStringLiteral("scope"), m_scopes.join(u' '));
    // OpenID Connect Core section 11: without it offline_access is passed over.
    if (m_scopes.contains(QStringLiteral("offline_access")))
        query.add(QStringLiteral("prompt"), QStringLiteral("consent"));
    for (const auto &[name, value] : query.all())
        step().facts.emplace_back(name, value);
    const QUrl url = withQuery(m_server.authorizationEndpoint, query);
    const auto rule = browserRefusalOf(url);
    if (rule && !isOverridden(*rule))
        return fail(*rule,
            QStringLiteral("The authorization endpoint is an address that is not opened: %1")
                .arg(m_server.authorizationEndpoint.toString(QUrl::FullyEncoded).left(kMaxShown)),
            now, out);
    const auto endpoint = refusalOf(m_server.authorizationEndpoint, m_setup.serverIsLocal);
    if (endpoint && !isOverridden(*endpoint))
        return fail(*endpoint, QStringLiteral("The authorization endpoint is not used."), now, out);
    fact("address", url.toString(QUrl::FullyEncoded));
    closeStep(StepState::Done,
        m_scopes.isEmpty() ? QStringLiteral("No scope is asked for: nobody names one.")
                           : QStringLiteral("Asks for %1.").arg(m_scopes.join(u' ')),
        now, "2025-11-25 basic/authorization");
    openStep(StepKind::Redirect, now);
    m_phase = Phase::Browsing;
    m_deadline = now.steady + std::chrono::nanoseconds(m_setup.redirectTimeout).count();
    out.emplace_back(Browse{url});
}

// It may have been held back for long, or is opened again.
void Flow::pageOpened(Stamp now)
{
    if (m_phase == Phase::Browsing)
        m_deadline = now.steady + std::chrono::nanoseconds(m_setup.redirectTimeout).count();
}

void Flow::browserFailed(const Error &error, Stamp now, FlowActions &out)
{
    if (m_phase == Phase::Browsing)
        failWith(error, {}, now, out);
}

void Flow::visited(const PageVisit &visit)
{
    if (m_phase == Phase::Browsing && step().facts.size() < kMaxVisits)
        step().facts.emplace_back(visit.what.left(kMaxShown), visit.text.left(kMaxShown));
}

void Flow::redirected(const QByteArray &query, Stamp now, FlowActions &out)
{
    if (m_phase != Phase::Browsing)
        return; // RFC 6749 section 10.5: a code, and the state with it, is used once
    const auto answer = Parameters::parse(query);
    if (!answer)
        return fail(Rule::RedirectMalformed,
            QStringLiteral("The redirect has too many parameters."), now, out);
    int states = 0;
    const QString state = answer->value(QStringLiteral("state"), &states).value_or(QString());
    const QString expected = std::exchange(m_state, {});
    m_deadline = kNever;
    // First of all: without it nothing in the redirect is for us.
    if (states != 1 || state != expected) {
        if (!isOverridden(Rule::StateMismatch))
            return fail(Rule::StateMismatch,
                states == 0 ? QStringLiteral("The redirect brings no state.")
                            : QStringLiteral("The redirect brings another state than was sent."),
                now, out);
    }
    if (!checkRedirect(*answer, now, out))
        return;
    for (const auto &[name, value] : answer->all())
        step().facts.emplace_back(
            name.left(kMaxShown), Parameters::shown(name, value).left(kMaxShown));
    int codes = 0;
    const auto code = answer->value(QStringLiteral("code"), &codes);
    const auto error = answer->value(QStringLiteral("error"));
    if (error) {
        step().error = error->left(kMaxShown);
        return fail(Rule::AuthorizationDenied,
            QStringLiteral("The authorization server refused: %1").arg(step().error), now, out,
            answer->value(QStringLiteral("error_description")).value_or(QString()).left(kMaxShown));
    }
    if (codes != 1 || code->isEmpty())
        return fail(Rule::RedirectMalformed,
            QStringLiteral("The redirect brings no code, or more than one."), now, out);
    closeStep(StepState::Done, QStringLiteral("The code is for us."), now, "RFC 9207 section 2.4");
    codeArrived(*code, now, out);
}

// 2026-07-28 basic/authorization, after RFC 9207 section 2.4: compared as text after the form's
// coding is undone, nothing else. Also for errors: what another server says is not even shown.
bool Flow::checkRedirect(const Parameters &answer, Stamp now, FlowActions &out)
{
    int count = 0;
    const auto iss = answer.value(QStringLiteral("iss"), &count);
    if (count == 0) {
        if (!m_server.issInRedirect || isOverridden(Rule::IssMissing))
            return true;
        fail(Rule::IssMissing,
            QStringLiteral("The authorization server announces iss in its redirects, but this one "
                           "has none."),
            now, out);
        return false;
    }
    if ((count == 1 && *iss == m_issuer) || isOverridden(Rule::IssMismatch))
        return true;
    fail(Rule::IssMismatch,
        QStringLiteral("The redirect is from “%1”, but “%2” was asked.")
            .arg(iss->left(kMaxShown), m_issuer),
        now, out);
    return false;
}

void Flow::codeArrived(const QString &code, Stamp now, FlowActions &out)
{
    m_code = Secret(code);
    askForToken(now, out);
}

} // namespace sonde::auth
