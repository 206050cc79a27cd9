// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/flow/flow.h"

#include "auth/base/authtext.h"

namespace sonde::auth {

Flow::Flow(FlowSetup setup, Randomness randomness, const Signer &signer)
    : m_run{std::move(setup), std::move(randomness), &signer}
{
}

void Flow::begin(const Goal &goal, Stamp now, FlowActions &out)
{
    FlowTurn turn(m_run, now, out);
    m_run.over = false;
    m_run.goal = goal;
    m_run.server.resource = goal.tokens ? goal.tokens->resource : QString();
    if (goal.kind != Goal::Kind::Authorize)
        return beginWithTokens(turn);
    m_part = Part::Discovery;
    m_discovery.recordChallenge(turn);
    m_discovery.begin(turn);
    advance(turn);
}

void Flow::beginWithTokens(FlowTurn &turn)
{
    m_part = Part::Token;
    if (const auto &tokens = m_run.goal.tokens) {
        m_run.server.issuer = m_run.server.metadata.issuer = tokens->issuer;
        m_run.server.metadata.tokenEndpoint = tokens->tokenEndpoint;
        m_run.server.metadata.revocationEndpoint = tokens->revocationEndpoint;
    }
    if (m_run.goal.kind == Goal::Kind::Revoke)
        return m_token.revoke(turn);
    const QString problem = TokenRequest::refreshProblem(m_run);
    if (problem.isEmpty())
        return m_token.refresh(turn);
    turn.openStep(StepKind::Refresh);
    turn.fail(AuthRule::TokenRefused, problem);
}

// Each part that is done begins the next one.
void Flow::advance(FlowTurn &turn)
{
    if (!m_run.over && m_part == Part::Token && m_token.isClientForgotten())
        replaceClient(turn);
    if (!m_run.over && m_part == Part::Token && m_token.isRefreshRefused()) {
        m_run.goal.mayRefresh = false;
        m_part = Part::Client;
        m_client.begin(turn);
    }
    if (!m_run.over && m_part == Part::Discovery && m_discovery.isDone())
        endDiscovery(turn);
    if (!m_run.over && m_part == Part::Client && m_client.isDone())
        endClient(turn);
    if (!m_run.over && m_part == Part::Code && m_code.isDone()) {
        m_part = Part::Token;
        m_token.redeemCode(m_code.code(), m_code.verifier(), turn);
        m_code = {}; // its secrets are used once
    }
}

void Flow::endDiscovery(FlowTurn &turn)
{
    if (TokenRequest::canRefresh(m_run)) {
        m_part = Part::Token;
        return m_token.refresh(turn);
    }
    m_part = Part::Client;
    m_client.begin(turn);
}

void Flow::endClient(FlowTurn &turn)
{
    if (m_run.setup.grant == Grant::AuthorizationCode) {
        m_part = Part::Code;
        return m_code.begin(turn);
    }
    m_part = Part::Token;
    m_token.begin(turn);
}

// The authorization server does not know the client any more. A refresh alone knows no registration
// endpoint; the whole way does.
void Flow::replaceClient(FlowTurn &turn)
{
    m_client.forget(turn);
    if (m_run.goal.kind == Goal::Kind::Refresh) {
        m_run.goal.kind = Goal::Kind::Authorize;
        m_part = Part::Discovery;
        return m_discovery.begin(turn);
    }
    m_part = Part::Client;
    m_client.begin(turn);
}

void Flow::edited(FetchKey key, const wire::HttpRequest &request)
{
    FlowActions none;
    FlowTurn(m_run, {}, none).recordRequest(key, request);
}

void Flow::sent(FetchKey key, Stamp now)
{
    FlowActions none;
    FlowTurn(m_run, now, none).recordSent(key);
}

void Flow::fetched(FetchKey key, const FetchResponse &response, Stamp now, FlowActions &out)
{
    FlowTurn turn(m_run, now, out);
    if (!turn.recordResponse(key, response))
        return;
    switch (m_part) {
    case Part::Discovery:
        m_discovery.fetched(response, turn);
        break;
    case Part::Client:
        m_client.fetched(response, turn);
        break;
    case Part::Token:
        m_token.fetched(response, turn);
        break;
    case Part::Code:
        return;
    }
    advance(turn);
}

void Flow::listening(const Result<QUrl> &redirectUri, Stamp now, FlowActions &out)
{
    if (m_run.over || m_part != Part::Client)
        return;
    FlowTurn turn(m_run, now, out);
    m_client.listening(redirectUri, turn);
    advance(turn);
}

void Flow::redirected(const QByteArray &query, Stamp now, FlowActions &out)
{
    if (!isBrowsing())
        return;
    FlowTurn turn(m_run, now, out);
    m_code.redirected(query, turn);
    advance(turn);
}

void Flow::pageOpened(Stamp now)
{
    if (!isBrowsing())
        return;
    FlowActions none;
    FlowTurn turn(m_run, now, none);
    m_code.pageOpened(turn);
}

void Flow::browserFailed(const Error &error, Stamp now, FlowActions &out)
{
    if (isBrowsing())
        FlowTurn(m_run, now, out).failWith(error);
}

void Flow::visited(const PageVisit &visit)
{
    if (!isBrowsing())
        return;
    FlowActions none;
    FlowTurn turn(m_run, {}, none);
    m_code.visited(visit, turn);
}

void Flow::chosen(int index, Stamp now, FlowActions &out)
{
    if (m_run.over || m_part != Part::Discovery)
        return;
    FlowTurn turn(m_run, now, out);
    m_discovery.chosen(index, turn);
    advance(turn);
}

void Flow::clientGiven(const Registration &client, Stamp now, FlowActions &out)
{
    if (m_run.over || m_part != Part::Client)
        return;
    FlowTurn turn(m_run, now, out);
    m_client.clientGiven(client, turn);
    advance(turn);
}

void Flow::cancel(Stamp now, FlowActions &out)
{
    if (!m_run.over)
        FlowTurn(m_run, now, out).cancel();
}

void Flow::tick(Stamp now, FlowActions &out)
{
    if (m_run.over || now.steady < m_run.deadline)
        return;
    FlowTurn(m_run, now, out)
        .fail(AuthRule::TimedOut,
            AuthText::tr("The browser did not return within %1 s.")
                .arg(m_run.setup.redirectTimeout.count() / 1000));
}

} // namespace sonde::auth
