// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "mcp/message/discardedinput.h"
#include "mcp/message/methods.h"
#include "mcp/message/runningcall.h"
#include "rpc/origin.h"
#include "rpc/pendingtable.h"
#include "wire/endpoint/endpointtimeouts.h"
#include "json/value.h"

#include <chrono>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sonde::mcp {

using Token = std::int64_t; // names a request of the client; it is also its JSON-RPC id

struct Timeouts {
    std::chrono::milliseconds idle = wire::EndpointTimeouts().idle; // restarted by progress
    std::chrono::milliseconds total = wire::EndpointTimeouts().total; // not restarted
};

// The requests of a session that wait for a response: their timeouts, the ids they have on the wire
// (a typed request has its own, a request that was sent again a new one), and the requests that
// were given up. Sends nothing.
class PendingRequests {
public:
    static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
    static constexpr std::size_t kMaxGivenUp = 50; // requests that are remembered, the newest

    // What is needed to send a request again in a new HTTP session, under a new id.
    struct Resend {
        Token caller = 0; // the first id, by which the caller knows the request
        std::string params;
        bool wantProgress = false;
        int session = 0; // the session in which the request was sent; 0: not yet sent
        bool again = false; // was sent again already
        bool held = false; // waits for the new session
    };
    enum class Dropped : std::uint8_t { Nothing, Request, Response }; // at a breakpoint
    struct Request {
        std::string method;
        std::int64_t idleNs = 0;
        std::int64_t idleDeadline = kNever;
        std::int64_t totalDeadline = kNever;
        Stamp sent;
        std::int64_t suspendedNs = 0; // since then: see suspend()
        // A person is asked for something that the response needs: see pause().
        int pauses = 0;
        std::int64_t pausedNs = 0; // steady, since when
        std::int64_t countedNs = 0; // steady, until when suspensions are in the deadlines
        CallProgress progress{};
        bool opening = false;
        bool listening = false;
        // Few are asked for their target: what it is in is kept, see partWithTarget().
        std::string targetPart{};
        std::string target() const { return targetOf(method, targetPart); }
        rpc::Origin origin = rpc::Origin::None;
        std::unique_ptr<Resend> resend{}; // only in the legacy era over HTTP
        rpc::Id typedId{}; // of a request that was sent as typed
        Dropped dropped = Dropped::Nothing;
        QString nameless{}; // an error response without an id that arrived in the meantime
        DiscardedInput::Point before{}; // what had been discarded when the request was sent
    };
    struct Expired {
        Token token = 0;
        bool total = false; // the total timeout; otherwise the idle timeout
    };

    Token nextToken() const { return m_table.nextNumber(); }
    // Under nextToken(), to be filled by the caller.
    Request &add() { return m_table.add(); }
    // A request that was sent as typed. An id that this session would use soon is skipped.
    Request &addTyped(const rpc::Id &id, Token &token);
    // The names of a typed request that differ from its token.
    void addAliases(Token token, const rpc::Id &id, const std::string &progressToken);
    void schedule(Request &request, const Timeouts &timeouts, Stamp now);
    void setListening(Request &request); // a subscription
    std::size_t listening() const { return m_listening; } // subscriptions

    const Request *find(Token token) const { return m_table.find(token); }
    Request *find(Token token) { return m_table.find(token); }
    std::size_t size() const { return m_table.size(); }

    // The response arrived. `request` is what find() returned.
    void settle(Token token, const Request &request)
    {
        remove(request);
        m_table.settle(token);
    }
    // A response that still arrives is late.
    void giveUp(Token token, const Request &request)
    {
        remove(request);
        m_table.giveUp(token);
    }
    // Forgets what belongs to the pending requests, when none is left.
    void clear();

    // The token by which the caller knows the request.
    static Token callerOf(Token token, const Request &request)
    {
        return request.resend ? request.resend->caller : token;
    }
    // The token under which the request of that caller waits now.
    Token current(Token caller) const;
    // The token of the request with this id, typed or not; of none: a token that find() rejects.
    Token tokenOf(std::string_view id) const;
    // A breakpoint has dropped the request with that id, or the response to it.
    void drop(std::string_view id, bool isResponse);
    Token progressing(std::string_view progressToken) const;
    static rpc::Id wireId(Token token, const Request &request);
    // The wire id of the request that a response with this id most likely means: the same id, or
    // one that some languages write for it ("1" or 1.0 for 1). Empty: there is none.
    rpc::Id similarId(const rpc::Id &id) const;
    // What a response is whose id matches no request.
    rpc::Problem judge(Token token) { return m_table.judge(token); }

    // When it was sent; `againNs`: when it was sent once more, 0 if it was not.
    static Stamp sentAt(const Request &request, std::int64_t againNs);
    // Whether a response that was read at `at`, when requests up to `sentUpTo` had been sent,
    // cannot belong to the request, whatever its id says.
    static bool cameBefore(Token token, const Request &request, Stamp at, Token sentUpTo);
    // The request that waits, when there is exactly one and it was sent by `at`; otherwise 0. It
    // need not be sent completely: a server may refuse it as too long before it has read the end.
    Token onlyWaiting(Stamp at) const;
    // The call that waits, when there is exactly one; otherwise 0.
    Token onlyCall() const;
    // All but the opening, in the order of callerOf().
    std::vector<Token> calls() const;
    // The calls for display, without subscriptions.
    std::vector<RunningCall> running() const;

    static void recordProgress(Request &request, const json::Value &params, Stamp at);
    // Prolongs both timeouts; false when the request does not wait any more.
    bool extend(Token caller, std::chrono::milliseconds by);
    // The timeouts of the opening begin anew, until `most` after it was sent.
    void postponeOpening(std::chrono::milliseconds most, Stamp now);
    // The requests whose time is up, oldest first. Sets nextDeadline().
    std::vector<Expired> expired(Stamp now);
    // Steady nanoseconds of the next expired() that may find something, or earlier.
    std::int64_t nextDeadline() const { return m_suspendedNs ? kNever : m_nextDeadline; }
    // Timeouts do not run in between.
    void suspend(Stamp now);
    void resume(Stamp now);
    // The timeouts of one request do not run in between; pauses may overlap each other, and
    // suspensions.
    void pause(Token token, Stamp now);
    void unpause(Token token, Stamp now);

    // Requests that wait for a new HTTP session, in the order of hold().
    void hold(Token token, Request &request);
    std::vector<Token> takeHeld() { return std::exchange(m_held, {}); }
    // Moves a request to a new id; its caller keeps the first one.
    Token renumber(Token token);

    // Timed out or cancelled, oldest first; the opening and subscriptions are not remembered.
    const std::deque<GivenUpCall> &givenUp() const { return m_givenUp; }
    void rememberGivenUp(Token token, const Request &request, bool timedOut, Stamp now);
    void forgetGivenUp(Token token);
    // Null when the request is not remembered.
    const GivenUpCall *answeredLate(Token token, Stamp at);

private:
    using Aliases = std::unordered_map<std::string, Token>;
    void remove(const Request &request)
    {
        if (request.listening)
            --m_listening;
        if (request.resend && !m_successors.empty())
            m_successors.erase(request.resend->caller);
    }
    void postpone(Request &request, std::int64_t by);
    void addAlias(Aliases &aliases, const std::string &name, Token token) const;

    rpc::PendingTable<Request> m_table;
    std::size_t m_listening = 0;
    std::int64_t m_nextDeadline = kNever;
    std::int64_t m_suspendedNs = 0; // steady, since when; 0: not suspended
    Aliases m_aliases; // typed ids
    Aliases m_progressAliases; // typed progress tokens
    std::vector<Token> m_held;
    std::unordered_map<Token, Token> m_successors; // caller → current token, of requests sent again
    std::deque<GivenUpCall> m_givenUp;
};

} // namespace sonde::mcp
