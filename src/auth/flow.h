// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/browser.h"
#include "auth/flowsetup.h"
#include "auth/metadata.h"
#include "auth/parameters.h"
#include "auth/pkce.h"
#include "auth/signer.h"
#include "auth/step.h"
#include "wire/http/httpclient.h"

#include <limits>
#include <variant>
#include <vector>

namespace sonde::auth {

// Names a fetch of one flow; never used twice.
using FetchKey = std::uint32_t;

// What a flow wants done. Until its driver does it and tells what came of it, nothing goes on: to
// step through a flow is to hold these back.
struct Fetch {
    FetchKey key = 0;
    StepKind step = StepKind::Token;
    wire::HttpRequest request;
    bool publicOnly = true; // the name must not resolve to a private address
};
struct Listen { // for the redirect, on 127.0.0.1; answered by listening()
    int port = 0; // wished; 0: any
};
struct Browse { // answered by redirected()
    QUrl url;
};
struct ChooseServer { // answered by chosen()
    QStringList issuers;
};
struct AskClient { // answered by clientGiven()
    QString issuer;
};
struct KeepRegistration {
    Registration registration;
};
struct DropRegistration {
    QString issuer;
};
struct KeepTokens {
    Tokens tokens;
};
struct DropTokens {
    QString issuer, resource;
};
struct Finished { // the last one; nothing listens any more
    std::optional<Error> error; // Domain::Authorization, Cancelled
    std::optional<Rule> rule; // that refused it
};
using FlowAction = std::variant<Fetch, Listen, Browse, ChooseServer, AskClient, KeepRegistration,
    DropRegistration, KeepTokens, DropTokens, Finished>;
using FlowActions = std::vector<FlowAction>;

// What came of a fetch.
struct FetchAnswer {
    int status = 0; // 0: none came, and `error` says why
    wire::HttpHeaders headers;
    Bytes body;
    Bytes sentHead, receivedHead; // as they crossed the wire, secrets hidden
    Secret exactSentHead; // with them
    std::optional<Error> error;
    rpc::ExchangeId exchange = 0;
};

// OAuth 2.1 as MCP uses it, as a state machine: events in, actions out, time and randomness given.
// It does no I/O. A value: a copy goes on on its own, so that a driver can keep one for each step
// and repeat from there. What it answers a challenge with stands in protocol order in steps():
//
//   challenge → protected resource metadata → authorization server → its metadata → client
//     → authorization request → redirect → token
//
// with a refresh in place of the last four where that may help, and without a browser for the
// grants that need none.
class Flow {
public:
    static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
    static constexpr int kMaxMetadataRedirects = 3;
    static constexpr int kMaxToken = 65'536; // characters
    static constexpr std::size_t kMaxAttempts = 100; // that a flow keeps
    static constexpr std::size_t kMaxVisits = 200;

    // The signer outlives it.
    explicit Flow(FlowSetup setup, Randomness randomness = systemRandomness,
        const Signer &signer = systemSigner());

    void begin(const Goal &goal, Stamp now, FlowActions &out);

    // The person has edited a fetch before it was sent.
    void edited(FetchKey key, const wire::HttpRequest &request);
    void sent(FetchKey key, Stamp now);
    void fetched(FetchKey key, const FetchAnswer &answer, Stamp now, FlowActions &out);
    void listening(const Result<QUrl> &redirectUri, Stamp now, FlowActions &out);
    // The query of the redirect, as it came. In any other state than that one which waits for it,
    // it is passed over: a code is used once.
    void redirected(const QByteArray &query, Stamp now, FlowActions &out);
    void pageOpened(Stamp now); // the person's time to log in begins now
    void browserFailed(const Error &error, Stamp now, FlowActions &out);
    // Where the pages went meanwhile. Kept as facts of the step, the first kMaxVisits of them.
    void visited(const PageVisit &visit);
    void chosen(int index, Stamp now, FlowActions &out);
    // An empty client id: the person has none.
    void clientGiven(const Registration &client, Stamp now, FlowActions &out);
    void cancel(Stamp now, FlowActions &out);
    void tick(Stamp now, FlowActions &out);
    std::int64_t nextDeadline() const { return m_deadline; } // steady nanoseconds

    const std::vector<Step> &steps() const { return m_steps; }
    bool isOver() const { return m_phase == Phase::Over || m_phase == Phase::Idle; }
    // The `state` that a redirect must bring, while one is waited for; otherwise empty.
    QString expectedState() const { return m_phase == Phase::Browsing ? m_state : QString(); }
    const FlowSetup &setup() const { return m_setup; }
    const QString &issuer() const { return m_issuer; } // empty: none is chosen yet
    const QUrl &redirectUri() const { return m_redirectUri; } // empty: nothing listens yet

private:
    enum class Phase : std::uint8_t {
        Idle,
        ResourceMetadata,
        Choosing,
        ServerMetadata,
        Listening,
        Asking,
        Registering,
        Browsing,
        Identity,
        Token,
        Refreshing,
        Revoking,
        Over,
    };
    using Out = FlowActions &;

    // flow.cpp
    Step &openStep(StepKind kind, Stamp now);
    Step &step() { return m_steps.back(); }
    void closeStep(StepState state, const QString &decision, Stamp now, const char *basis = "");
    void fact(const char *name, const QString &value);
    void remark(const QString &sentence) { step().remarks.push_back(sentence); }
    bool isOverridden(Rule rule);
    void fetch(wire::HttpRequest request, const QByteArray &shownBody, Stamp now, Out out);
    Attempt *attempt();
    void reject(const QString &verdict, std::optional<Rule> rule = {});
    void fail(Rule rule, const QString &sentence, Stamp now, Out out, const QString &detail = {});
    void failWith(const Error &error, std::optional<Rule> rule, Stamp now, Out out);
    void finish(Stamp now, Out out);

    // flow_discovery.cpp
    void recordChallenge(Stamp now);
    void findResource(Stamp now, Out out);
    void tryNextUrl(Stamp now, Out out);
    bool followRedirect(const FetchAnswer &answer, Stamp now, Out out);
    bool hasNoMetadata(const FetchAnswer &answer, Stamp now, Out out);
    void fetchMetadata(const QUrl &url, Stamp now, Out out);
    void resourceAnswered(const FetchAnswer &answer, Stamp now, Out out);
    void noResourceMetadata(Stamp now, Out out);
    void chooseServer(Stamp now, Out out);
    void adoptServer(const QString &issuer, const QString &why, Stamp now, Out out);
    void findServer(Stamp now, Out out);
    void serverAnswered(const FetchAnswer &answer, Stamp now, Out out);
    void noServerMetadata(Stamp now, Out out);
    void adoptServerMetadata(Stamp now, Out out);
    bool checkEndpoint(const QUrl &url, const char *name, Stamp now, Out out);

    // flow_client.cpp
    void findClient(Stamp now, Out out);
    bool adoptKnownClient(Stamp now, Out out);
    void clientFound(const QString &decision, Stamp now, Out out);
    void afterListening(const QUrl &redirectUri, Stamp now, Out out);
    void registerClient(Stamp now, Out out);
    ClientProof proofToAskFor() const;
    void registered(const FetchAnswer &answer, Stamp now, Out out);
    bool registerAgain(Stamp now, Out out);

    // flow_browser.cpp
    void chooseScopes();
    void askForCode(Stamp now, Out out);
    bool checkRedirect(const Parameters &answer, Stamp now, Out out);
    void codeArrived(const QString &code, Stamp now, Out out);

    // flow_token.cpp
    void askForToken(Stamp now, Out out);
    void askIdentityProvider(Stamp now, Out out);
    void identityAnswered(const FetchAnswer &answer, Stamp now, Out out);
    void tradeAssertion(const Secret &assertion, Stamp now, Out out);
    bool canRefresh() const;
    void refresh(Stamp now, Out out);
    void postForm(const QUrl &url, Parameters form, bool prove, Stamp now, Out out);
    Result<void> prove(Parameters &form, wire::HttpHeaders &headers, Stamp now);
    Result<void> addDpop(const QUrl &url, wire::HttpHeaders &headers, Stamp now);
    bool repeatWithNonce(const FetchAnswer &answer, Stamp now, Out out);
    void tokenAnswered(const FetchAnswer &answer, Stamp now, Out out);
    Result<Tokens> readTokens(const json::Document &document, Stamp now);
    void tokenRefused(const FetchAnswer &answer, Stamp now, Out out);
    void adoptTokens(const Tokens &tokens, Stamp now, Out out);
    void revoke(Stamp now, Out out);
    void revoked(const FetchAnswer &answer, Stamp now, Out out);

    FlowSetup m_setup;
    Randomness m_randomness;
    const Signer *m_signer;
    Goal m_goal;
    Phase m_phase = Phase::Idle;
    std::vector<Step> m_steps;
    std::size_t m_attempts = 0;
    std::int64_t m_deadline = kNever;
    FetchKey m_lastKey = 0; // the one whose answer is waited for

    // Discovery
    std::vector<QUrl> m_urls; // that are left to try, and those before m_nextUrl that were
    std::size_t m_nextUrl = 0;
    int m_redirects = 0;
    bool m_onlyMissing = true; // every answer was “there is none”
    std::optional<Rule> m_refusedBy; // the newest reason that was a rule
    bool m_wasNamed = false; // the challenge named where the metadata is
    QStringList m_challengedScopes;
    bool m_dpop = false;
    bool m_legacy = false; // 2025-03-26
    std::optional<ResourceMetadata> m_resourceMetadata;
    QString m_resource; // of RFC 8707
    QString m_issuer; // that was asked; recorded before the browser opens
    ServerMetadata m_server;

    // The client, and what runs for it
    Registration m_client;
    bool m_mustRegister = false;
    bool m_registeredAgain = false;
    QUrl m_redirectUri;
    QStringList m_scopes; // to ask for
    Secret m_verifier;
    QString m_state;
    Secret m_code;
    Parameters m_form; // of the token request, to repeat it with a nonce
    bool m_proving = true;
    bool m_sendsDpop = false;
    QByteArray m_dpopNonce;
    SigningKey m_dpopKey;
};

} // namespace sonde::auth
