// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "mcp/answer.h"
#include "mcp/dialect.h"
#include "mcp/discardedinput.h"
#include "mcp/runningcall.h"
#include "mcp/serverrequest.h"
#include "mcp/toolheadercache.h"
#include "rpc/pendingtable.h"
#include "wire/link/httpstate.h"
#include "wire/link/messagetransport.h"

#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

namespace sonde::mcp {

struct RawMessage;

using Token = std::int64_t; // names a request of ours; it is also its JSON-RPC id

// How messages travel. What follows from it besides is in the Dialect and in Session.
enum class Binding : std::uint8_t { Stdio, Http };

// Why a session could not be opened, for whoever judges it.
struct Evidence {
    int httpStatus = 0; // 0: no answer came, or on stdio
    std::optional<rpc::Message> answer{}; // a JSON-RPC error
    std::shared_ptr<const wire::HttpFailure> failure{}; // what HTTP said in place of an answer
};

// What the session wants done. It does no I/O itself.
using Send = wire::Outgoing;
struct Abandon { // close the stream of that request
    rpc::Id id;
};
struct SetHttpProtocol { // how HTTP is to carry what follows
    wire::HttpProtocol protocol;
};
struct Complete {
    Complete(Token caller, Result<Answer> result)
        : token(caller)
        , outcome(std::move(result))
    {
    }
    explicit Complete(Token caller) // with an answer, to be filled in its place
        : token(caller)
        , outcome(std::in_place)
    {
    }
    Token token = 0;
    Result<Answer> outcome;
};
struct LateResponse { // an answer to what was given up
    GivenUpCall call;
};
struct Progress {
    Token token = 0;
    rpc::Message message;
};
struct Notify {
    rpc::Message message;
};
struct RequestReceived { // by the server; whoever takes it gives the answer to Session::reply()
    rpc::Message message;
    Cause cause{};
};
struct Withdrawn { // what was RequestReceived waits no longer: by the server, or with the
                   // connection
    rpc::Id id;
    QString why; // a sentence
};
struct SubscriptionNotification { // a notification of a subscription; Notify has it as well
    Token token = 0;
    rpc::Message message;
};
struct ReportProblem { // in the recording: what is wrong with the message at that place
    rpc::Place place;
    rpc::Problem problem = rpc::Problem::None;
};
struct LogLifecycle { // a line for the trace about the connection
    QString what;
    QString detail;
};
struct Opened { }; // negotiated; opening() has the answer
struct Renewed { }; // negotiated again, because the server had forgotten the session
struct OpenFailed { // could not be negotiated
    Error error;
    Evidence evidence{};
};
using Action = std::variant<Send, Abandon, SetHttpProtocol, Complete, LateResponse, Progress,
    Notify, RequestReceived, Withdrawn, SubscriptionNotification, ReportProblem, LogLifecycle,
    Opened, Renewed, OpenFailed>;
using Actions = std::vector<Action>;

struct Timeouts {
    std::chrono::milliseconds idle{60'000}; // progress starts it anew
    std::chrono::milliseconds total{300'000}; // progress does not
};

// What the client has for servers besides its questions.
struct Offer {
    std::string capabilities = "{}"; // what it declares, a JSON object
    bool answers = false; // somebody takes what is RequestReceived; otherwise it is refused
};

// How a message came.
struct Arrival {
    Stamp at;
    rpc::Place place{};
    int httpStatus = 0; // of the answer that carried it; 0 on stdio
    std::string_view answerTo{}; // the id of the request whose HTTP answer carried it, or empty
    Token sentUpTo = std::numeric_limits<Token>::max(); // see wire::Received
};

// What a request of that method is about, in words: the name of the tool or prompt, the URI.
std::string targetOf(std::string_view method, std::string_view params);

// One conversation over one connection, as a state machine: events in, actions out, time given.
class Session {
public:
    // Renewing: was Ready, and opens once more because the server has forgotten it (HTTP).
    enum class State : std::uint8_t { Idle, Opening, Ready, Renewing, Over };
    static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

    static constexpr std::size_t kMaxGivenUp = 50; // calls that are remembered, the newest
    static constexpr std::size_t kMaxAsked = 1000; // requests of the server that wait at once

    // `exact`: the revision is pinned, another one is refused.
    Session(Era era, const QString &revision, bool exact, Binding binding = Binding::Stdio,
        Offer offer = {});

    void open(std::chrono::milliseconds timeout, Stamp now, Actions &out);
    // In place of open(): the answer to server/discover is known from a probe.
    void adopt(Answer opening, Stamp now, Actions &out);
    Token call(std::string method, std::string_view params, const Timeouts &timeouts,
        bool wantProgress, Stamp now, Actions &out);
    // A subscriptions/listen: no timeout, what it brings comes as SubscriptionNotification, its end
    // as Complete.
    Token listen(std::string_view params, Stamp now, Actions &out);
    void cancel(Token token, const QString &reason, Stamp now, Actions &out);
    // A notification, its params byte for byte: nothing is added to them.
    void notify(std::string_view method, std::string_view params, Actions &out) const;
    // A message as it was typed, also what is none. The token of the request when an answer can be
    // paired with it, under whatever id it has; 0 otherwise, and whyUnpaired() says why not.
    // Without `headers` those that its method and params ask for go with it.
    Token sendRaw(const Bytes &text, const std::optional<wire::HttpHeaders> &headers,
        const Timeouts &timeouts, Stamp now, Actions &out);
    QString whyUnpaired(const RawMessage &raw) const;
    // Answers what was RequestReceived, with the text of a result or an error. Nothing happens when
    // that does not wait any more.
    void reply(const rpc::Id &id, std::string_view result, Actions &out);
    void refuse(const rpc::Id &id, int code, std::string_view messageUtf8, Actions &out);
    bool waits(const rpc::Id &id) const { return m_asked.contains(id); }
    void received(rpc::Message &&message, const Arrival &arrival, Actions &out);
    // A line has begun and not ended.
    void unended(std::string_view beginning, std::uint64_t bytes, Stamp at);
    // HTTP did not get a message through; `id` is empty unless it was a request.
    void refused(const rpc::Id &id, wire::HttpFailure failure, Stamp at, Actions &out);
    void tick(Stamp now, Actions &out);
    // The connection is gone; `why` ends the sentence "The connection ended before the answer: …".
    void ended(const QString &why, Actions &out);

    // The line call() would send next.
    Bytes preview(std::string_view method, std::string_view params, bool wantProgress) const;
    wire::HttpHeaders previewHeaders(std::string_view method, std::string_view params) const;

    State state() const { return m_state; }
    const Dialect &dialect() const { return *m_dialect; }
    const Answer &opening() const { return m_opening; } // from Ready on
    const DiscardedInput &discardedInput() const { return m_discarded; }
    // Which tools want headers, and which must not be used; empty but in the stateless era on HTTP.
    const ToolHeaderCache &toolHeaders() const { return m_toolHeaders; }
    std::size_t pendingCount() const { return m_pending.size(); }
    // The requests that wait, without the opening and subscriptions, oldest first.
    std::vector<RunningCall> running() const;
    // Those that timed out or were cancelled, oldest first.
    const std::deque<GivenUpCall> &givenUp() const { return m_givenUp; }
    void forgetGivenUp(Token token);
    // Waits that much longer for it, idle and in total; false when it does not wait any more.
    bool extend(Token token, std::chrono::milliseconds by);
    // Steady nanoseconds of the next tick() that may have work, or earlier.
    std::int64_t nextDeadline() const { return m_suspendedNs ? kNever : m_nextDeadline; }
    // JSON text; what each request says from now on, where a revision has it there (2026-07-28).
    void setLogLevel(std::string level) { m_logLevel = std::move(level); }
    // A person is asked for authorization: until then nobody counts how long an answer takes.
    void suspend(Stamp now);
    void resume(Stamp now);

private:
    // What it takes to send a request once more, under an id of its own.
    struct Kept {
        Token caller = 0; // the id it had first: the caller knows it by that
        std::string params;
        bool wantProgress = false;
        int session = 0; // of m_sessions, when it was sent; 0: not yet sent
        bool again = false; // was sent once more
        bool waiting = false; // for the new session
    };
    struct Request {
        std::string method;
        std::int64_t idleNs = 0;
        std::int64_t idleDeadline = kNever;
        std::int64_t totalDeadline = kNever;
        Stamp sent;
        CallProgress progress{};
        bool opening = false;
        bool listening = false;
        std::string target{}; // what it is about, for whoever asks because of it
        std::unique_ptr<Kept> kept{}; // only over HTTP with a handshake
        rpc::Id typedId{}; // of one that was sent as typed
        QString nameless{}; // an error without an id that came meanwhile
        DiscardedInput::Point before{}; // what had been of no use when it was sent
    };

    bool overHttp() const { return m_binding == Binding::Http; }
    bool stateless() const { return m_dialect->era() == Era::Modern; }
    // From now on it waits so long.
    void schedule(Request &request, const Timeouts &timeouts, Stamp now);
    // For the first time, or as soon as there is a session to send it in.
    void sendFirst(
        Token token, Request &request, std::string_view params, bool wantProgress, Actions &out);
    void sendRequest(Token token, std::string_view method, std::string_view params,
        bool wantProgress, Actions &out) const;
    // What the params of a request become in this revision, before it is sent.
    std::string paramsOf(std::string_view id, std::string_view method, std::string_view params,
        bool wantProgress) const;
    static Token callerOf(Token token, const Request &request);

    void answered(rpc::Message &&message, const Arrival &arrival, Actions &out);
    using Aliases = std::unordered_map<std::string, Token>;
    void remember(Aliases &aliases, const std::string &name, Token token) const;
    Token tokenOf(std::string_view id) const;
    Token progressing(std::string_view progressToken) const;
    static void recordProgress(Request &request, const json::Value &params);
    static rpc::Id wireId(Token token, const Request &request);
    Token answeredToken(const rpc::Message &message, const Arrival &arrival) const;
    static bool cameBefore(Token token, const Request &request, const Arrival &arrival);
    Token onlyWaiting(const Arrival &arrival) const;
    void answeredNobody(
        Token token, const rpc::Message &message, const Arrival &arrival, Actions &out);
    void requested(rpc::Message &&message, const Arrival &arrival, Actions &out);
    Cause causeOf(const Arrival &arrival);
    void withdraw(const rpc::Message &cancelled, Actions &out);
    void notified(rpc::Message &&message, const Arrival &arrival, Actions &out);
    void heard(const rpc::Message &message, const Arrival &arrival, Actions &out);
    void cancelledByServer(const rpc::Message &message, Actions &out);

    rpc::Id meantBy(const rpc::Id &answered) const;
    void explain(Error &error, const DiscardedInput::Point &since) const;
    bool isEcho(const rpc::Message &message) const;
    void echoed(const rpc::Message &message, const Arrival &arrival, Actions &out);

    void sendOpening(Stamp now, Actions &out);
    void opened(Answer answer, Stamp now, Actions &out);
    void openingRefused(const Answer &answer, Stamp now, Actions &out);
    void handshakeAnswered(Answer answer, Stamp now, Actions &out);
    void discoverAnswered(Answer answer, Stamp now, Actions &out);
    bool retryWith(const QStringList &supported, Stamp now, Actions &out);
    void ready(Answer answer, Stamp now, Actions &out);
    void breakDown(Error error, Actions &out, Evidence evidence = {});

    void sessionGone(Token token, const wire::HttpFailure &failure, Stamp now, Actions &out);
    void renew(Stamp now, Actions &out);
    void sendWaiting(Stamp now, Actions &out);

    void timeOut(Token token, bool total, Stamp now, Actions &out);
    void giveUp(Token token, const QString &reason, Actions &out);
    void rememberGivenUp(Token token, bool timedOut, Stamp now);
    void answeredLate(Token token, const Arrival &arrival, Actions &out);
    void failAll(const Error &error, Actions &out);

    const Era m_era;
    const QString m_revision; // what is asked for first
    const bool m_exact;
    const Binding m_binding;
    const Offer m_offer;
    std::unique_ptr<const Dialect> m_dialect;
    bool m_retried = false;
    State m_state = State::Idle;
    std::chrono::milliseconds m_openingTimeout{0};
    rpc::PendingTable<Request> m_pending;
    std::deque<GivenUpCall> m_givenUp;
    std::int64_t m_nextDeadline = kNever;
    std::int64_t m_suspendedNs = 0; // steady, since when; 0: it is not
    Answer m_opening;
    std::string m_logLevel;
    ToolHeaderCache m_toolHeaders;
    std::size_t m_listening = 0; // subscriptions among the pending
    std::size_t m_unreadable = 0; // typed texts that a server may call unreadable
    std::unordered_set<rpc::Id> m_asked; // by the server, and not yet answered

    DiscardedInput m_discarded;

    Aliases m_aliases; // ids that were typed
    Aliases m_progressAliases; // and progress tokens

    int m_sessions = 1; // opened so far
    std::vector<Token> m_waiting; // requests for the new session
    std::unordered_map<Token, Token> m_successors; // first id → present id, of what was sent again
};

} // namespace sonde::mcp
