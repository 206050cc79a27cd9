// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/flow/clientregistration.h"
#include "auth/flow/coderequest.h"
#include "auth/flow/discovery.h"
#include "auth/flow/tokenrequest.h"

namespace sonde::auth {

// OAuth 2.1 as MCP uses it, as a state machine: events in, actions out, time and randomness given.
// It does no I/O. A value: a copy goes on on its own, so that a driver can keep one for each step
// and repeat from there. What it does after a challenge is in protocol order in steps():
//
//   Discovery           challenge → protected resource metadata → authorization server → its
//   metadata ClientRegistration  → client CodeRequest         → authorization request → redirect
//   TokenRequest        → token
//
// A refresh replaces the last three where it may suffice; grants that need no browser skip
// CodeRequest.
class Flow {
public:
    static constexpr std::int64_t kNever = FlowRun::kNever;

    // The signer outlives it.
    explicit Flow(FlowSetup setup, Randomness randomness = systemRandomness,
        const Signer &signer = systemSigner());

    void begin(const Goal &goal, Stamp now, FlowActions &out);

    // The user has edited a fetch before it was sent.
    void edited(FetchKey key, const wire::HttpRequest &request);
    void sent(FetchKey key, Stamp now);
    void fetched(FetchKey key, const FetchResponse &response, Stamp now, FlowActions &out);
    void listening(const Result<QUrl> &redirectUri, Stamp now, FlowActions &out);
    // The query of the redirect, as it came. Ignored when no redirect is expected: a code is used
    // once.
    void redirected(const QByteArray &query, Stamp now, FlowActions &out);
    void pageOpened(Stamp now); // the time limit for the login begins now
    void browserFailed(const Error &error, Stamp now, FlowActions &out);
    // Where the pages went meanwhile. Kept as facts of the step, up to CodeRequest::kMaxVisits.
    void visited(const PageVisit &visit);
    void chosen(int index, Stamp now, FlowActions &out);
    // An empty client id: the user has none.
    void clientGiven(const Registration &client, Stamp now, FlowActions &out);
    void cancel(Stamp now, FlowActions &out);
    void tick(Stamp now, FlowActions &out);
    std::int64_t nextDeadline() const { return m_run.deadline; } // steady nanoseconds

    const std::vector<Step> &steps() const { return m_run.steps; }
    bool isOver() const { return m_run.over; }
    // The `state` that a redirect must bring while one is expected; otherwise empty.
    QString expectedState() const { return isBrowsing() ? m_code.state() : QString(); }
    const FlowSetup &setup() const { return m_run.setup; }
    const QString &issuer() const { return m_run.server.issuer; } // empty: none is chosen yet
    const QUrl &redirectUri() const { return m_run.redirectUri; } // empty: nothing listens yet

private:
    enum class Part : std::uint8_t { Discovery, Client, Code, Token };

    bool isBrowsing() const { return !m_run.over && m_part == Part::Code && m_code.isWaiting(); }
    void beginWithTokens(FlowTurn &turn);
    void advance(FlowTurn &turn);
    void endDiscovery(FlowTurn &turn);
    void endClient(FlowTurn &turn);
    void replaceClient(FlowTurn &turn);

    FlowRun m_run;
    Part m_part = Part::Discovery;
    Discovery m_discovery;
    ClientRegistration m_client;
    CodeRequest m_code;
    TokenRequest m_token;
};

} // namespace sonde::auth
