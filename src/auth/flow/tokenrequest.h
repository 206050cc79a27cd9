// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/flow/servererror.h"
#include "auth/flow/tokenpost.h"

namespace sonde::auth {

// The token endpoint: codes, client credentials, assertions, refresh, revocation (RFC 6749, 7009,
// 7523, 8693, 8707). A state machine, and a part of Flow.
class TokenRequest {
public:
    static constexpr int kMaxToken = 65'536; // characters

    // Whether a refresh may satisfy the goal (RFC 6749 section 6).
    static bool canRefresh(const FlowRun &run);
    // Why there can be none, whatever the scopes; empty: nothing is missing.
    static QString refreshProblem(const FlowRun &run);

    void redeemCode(const Secret &code, const Secret &verifier, FlowTurn &turn);
    void begin(FlowTurn &turn); // of the grants without a browser
    void refresh(FlowTurn &turn);
    void revoke(FlowTurn &turn);
    void fetched(const FetchResponse &response, FlowTurn &turn);

    // Another client must be found: the authorization server does not know this one any more.
    bool isClientForgotten() const { return m_phase == Phase::ClientForgotten; }
    // The refresh token is not accepted any more, and the goal permits to authorize.
    bool isRefreshRefused() const { return m_phase == Phase::RefreshRefused; }

private:
    enum class Phase : std::uint8_t {
        Idle,
        Identity,
        Token,
        Refreshing,
        Revoking,
        ClientForgotten,
        RefreshRefused,
    };

    void requestToken(Parameters form, FlowTurn &turn);
    void requestIdentityAssertion(FlowTurn &turn);
    void redeemAssertion(const Secret &assertion, FlowTurn &turn);
    void remarkExpiredIdToken(FlowTurn &turn);
    void adoptRefreshClient(FlowRun &run);
    void parseIdentity(const FetchResponse &response, FlowTurn &turn);
    void parseToken(const FetchResponse &response, FlowTurn &turn);
    static QString problemOfToken(const json::Value &root, const ServerError &said);
    Result<Tokens> readTokens(
        const json::Document &document, const ServerError &said, FlowTurn &turn);
    void adoptTokens(const Tokens &tokens, FlowTurn &turn);
    void refused(const FetchResponse &response, FlowTurn &turn);
    void fail(const FetchResponse &response, const ServerError &said, FlowTurn &turn);
    void revoked(const FetchResponse &response, FlowTurn &turn);

    Phase m_phase = Phase::Idle;
    TokenPost m_post;
};

} // namespace sonde::auth
