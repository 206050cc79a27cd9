// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/message/clientdefaults.h"
#include "mcp/session/correlation.h"
#include "mcp/session/httpsessions.h"
#include "mcp/session/messagewriter.h"
#include "mcp/session/receivedrequests.h"
#include "mcp/session/sessionactions.h"

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::mcp {

struct RawMessage;

// How messages travel. The Dialect and Session decide what else depends on it.
enum class Binding : std::uint8_t { Stdio, Http };

// What the client has for servers besides its requests.
struct ClientOffer {
    std::string capabilities = kNoCapabilities; // what it declares, a JSON object
    bool responses = false; // RequestReceived is handled; otherwise requests are refused
    bool isProbe = false; // the connection ends when the era is known
};

// One MCP session over one connection, as a state machine: events in, actions out, time given.
class Session {
public:
    // Renewing: was Ready, and opens again because the server has forgotten the session (HTTP).
    enum class State : std::uint8_t { Idle, Opening, Ready, Renewing, Over };
    static constexpr std::int64_t kNever = PendingRequests::kNever;
    static constexpr std::size_t kMaxGivenUp = PendingRequests::kMaxGivenUp;

    // `exact`, `orLegacy`: see Opening.
    Session(Era era, const QString &revision, bool exact, Binding binding = Binding::Stdio,
        const ClientOffer &offer = {}, bool orLegacy = false);
    Session(const Session &) = delete; // its parts refer to each other
    Session &operator=(const Session &) = delete;

    void open(std::chrono::milliseconds timeout, Stamp now, Actions &out);
    // Instead of open(): the response to server/discover is known from a probe.
    void adopt(Response opening, Stamp now, Actions &out);
    Token call(std::string method, std::string_view params, const Timeouts &timeouts,
        bool wantProgress, Stamp now, Actions &out);
    // A subscriptions/listen: no timeout; its notifications come as SubscriptionNotification, its
    // end as Complete.
    Token listen(std::string_view params, Stamp now, Actions &out);
    void cancel(Token token, const QString &reason, Stamp now, Actions &out);
    // A notification, its params byte for byte: nothing is added to them.
    void notify(std::string_view method, std::string_view params, Actions &out) const
    {
        m_writer.notification(dialect(), method, params, m_origin, out);
    }
    // Any text, as it was typed. Returns the token when the text is a request that a response can
    // be matched to, whatever its id; otherwise 0, and whyUnpaired() says why. Without `headers`
    // the message gets those that its method and params require.
    Token sendRaw(const Bytes &text, const std::optional<wire::HttpHeaders> &headers,
        const Timeouts &timeouts, Stamp now, Actions &out);
    QString whyUnpaired(const RawMessage &raw) const;
    // Responds to a RequestReceived, with the JSON text of a result or of an error object. Does
    // nothing when the request needs no response any more.
    void reply(const rpc::Id &id, std::string_view result, Stamp now, Actions &out)
    {
        m_receivedRequests.reply(id, result, now, out);
    }
    void refuse(const rpc::Id &id, std::string_view error, Stamp now, Actions &out)
    {
        m_receivedRequests.refuse(id, error, now, out);
    }
    bool waits(const rpc::Id &id) const { return m_receivedRequests.waits(id); }
    // Whether a request of the client with that id waits for a response.
    bool isPending(std::string_view id) const { return m_pending.find(m_pending.tokenOf(id)); }
    void received(rpc::Message &&message, const Arrival &arrival, Actions &out);
    // The server does not run yet, because it is still being fetched: the opening waits longer.
    // At most `most` after it was sent.
    void postponeOpening(std::chrono::milliseconds most, Stamp now)
    {
        m_pending.postponeOpening(most, now);
    }
    // A line has begun and not ended.
    void unended(std::string_view beginning, std::uint64_t bytes, Stamp at)
    {
        m_discarded.setUnended(beginning, bytes, at);
    }
    // HTTP could not deliver a message; `id` is empty unless the message was a request.
    void refused(const rpc::Id &id, wire::HttpFailure failure, Stamp at, Actions &out);
    void tick(Stamp now, Actions &out);
    // The connection is gone; `why` ends the sentence "The connection ended before the response
    // arrived: …".
    void ended(const QString &why, Actions &out);

    // The line call() would send next.
    Bytes preview(std::string_view method, std::string_view params, bool wantProgress) const;
    wire::HttpHeaders previewHeaders(std::string_view method, std::string_view params) const
    {
        return m_writer.headers(dialect(), method, params);
    }

    State state() const { return m_state; }
    const Dialect &dialect() const { return m_negotiation.dialect(); }
    const Response &opening() const { return m_opening; } // from Ready on
    const std::optional<Response> &eraResponse() const { return m_negotiation.eraResponse(); }
    const DiscardedInput &discardedInput() const { return m_discarded; }
    // The headers and problems of tools; empty except in the modern era over HTTP.
    const ToolHeaderCache &toolHeaders() const { return m_writer.toolHeaders(); }
    std::size_t pendingCount() const { return m_pending.size(); }
    // The pending requests, without the opening and subscriptions, oldest first.
    std::vector<RunningCall> running() const { return m_pending.running(); }
    // Requests that timed out or were cancelled, oldest first.
    const std::deque<GivenUpCall> &givenUp() const { return m_pending.givenUp(); }
    void forgetGivenUp(Token token) { m_pending.forgetGivenUp(token); }
    // Prolongs both timeouts; false when the request does not wait any more.
    bool extend(Token token, std::chrono::milliseconds by) { return m_pending.extend(token, by); }
    // Steady nanoseconds of the next tick() that may have work, or earlier.
    std::int64_t nextDeadline() const { return m_pending.nextDeadline(); }
    // JSON text; every request carries it from now on, in revisions that have it (2026-07-28).
    // What makes the client send what follows.
    void setOrigin(rpc::Origin origin) { m_origin = origin; }
    void setLogLevel(std::string level) { m_writer.setLogLevel(std::move(level)); }
    // A breakpoint has dropped this request, or the response to it.
    void dropped(std::string_view id, bool isResponse) { m_pending.drop(id, isResponse); }
    // While the user authorizes Sonde, or decides at a breakpoint, timeouts do not run.
    void suspend(Stamp now) { m_pending.suspend(now); }
    void resume(Stamp now) { m_pending.resume(now); }

private:
    using Request = PendingRequests::Request;

    bool overHttp() const { return m_binding == Binding::Http; }
    bool isModern() const { return m_negotiation.isModern(); }

    // Now, or as soon as there is an HTTP session.
    void sendFirst(
        Token token, Request &request, std::string_view params, bool wantProgress, Actions &out);
    void giveUp(Token token, const QString &reason, Actions &out);
    void timeOut(Token token, bool total, Stamp now, Actions &out);

    void sendOpening(Stamp now, Actions &out);
    void opened(Response response, Stamp now, Actions &out);
    void ready(Response response, Stamp now, Actions &out);
    void openFailed(Error error, Actions &out, Evidence evidence = {});

    void responded(rpc::Message &&message, const Arrival &arrival, Actions &out);
    void requested(rpc::Message &&message, const Arrival &arrival, Actions &out);
    void echoed(const rpc::Message &message, const Arrival &arrival, Actions &out);
    void notified(rpc::Message &&message, const Arrival &arrival, Actions &out);
    void subscriptionNotified(const rpc::Message &message, const Arrival &arrival, Actions &out);
    void subscriptionCancelled(const rpc::Message &message, Actions &out);

    void sessionGone(Token token, const wire::HttpFailure &failure, Stamp now, Actions &out);
    void renew(Stamp now, Actions &out);

    void explain(Error &error, const DiscardedInput::Point &since) const;
    void failAll(const Error &error, Actions &out);

    const Binding m_binding;
    Opening m_negotiation;
    State m_state = State::Idle;
    std::chrono::milliseconds m_openingTimeout{0};
    Response m_opening;
    MessageWriter m_writer;
    rpc::Origin m_origin = rpc::Origin::None;
    PendingRequests m_pending;
    Correlation m_correlation;
    ReceivedRequests m_receivedRequests;
    DiscardedInput m_discarded;
    HttpSessions m_httpSessions;
};

} // namespace sonde::mcp
