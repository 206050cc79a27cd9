// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session/session.h"

#include "mcp/message/errorresponse.h"
#include "mcp/message/methods.h"
#include "mcp/message/rawmessage.h"
#include "mcp/session/sessionerrors.h"
#include "rpc/lifecycle.h"
#include "json/builder.h"

#include <utility>

namespace sonde::mcp {

Session::Session(Era era, const QString &revision, bool exact, Binding binding,
    const ClientOffer &offer, bool orLegacy)
    : m_binding(binding)
    , m_negotiation(era, revision, exact, offer.capabilities, orLegacy, offer.isProbe)
    , m_writer(binding == Binding::Http)
    , m_correlation(m_pending, binding == Binding::Http)
    , m_receivedRequests(offer.responses, m_pending, !offer.isProbe)
    , m_discarded(binding == Binding::Stdio)
    , m_httpSessions(m_pending, m_writer)
{
}

// Sending

Bytes Session::preview(std::string_view method, std::string_view params, bool wantProgress) const
{
    return m_writer.preview(dialect(), m_pending.nextToken(), method, params, wantProgress);
}

Token Session::call(std::string method, std::string_view params, const Timeouts &timeouts,
    bool wantProgress, Stamp now, Actions &out)
{
    const Token token = m_pending.nextToken();
    Request &request = m_pending.add();
    request.targetPart = partWithTarget(method, params);
    request.method = std::move(method);
    request.before = m_discarded.now();
    m_pending.schedule(request, timeouts, now);
    sendFirst(token, request, params, wantProgress, out);
    return token;
}

Token Session::listen(std::string_view params, Stamp now, Actions &out)
{
    const Token token = m_pending.nextToken();
    Request &request = m_pending.add();
    request.method = "subscriptions/listen";
    request.sent = now;
    request.before = m_discarded.now();
    m_pending.setListening(request);
    sendFirst(token, request, params, false, out);
    return token;
}

void Session::sendFirst(
    Token token, Request &request, std::string_view params, bool wantProgress, Actions &out)
{
    request.origin = m_origin;
    if (overHttp() && !isModern()) {
        const bool waits = m_state == State::Renewing;
        m_httpSessions.remember(token, request, params, wantProgress, waits);
        if (waits)
            return;
    }
    m_writer.request(dialect(), token, request.method, params, wantProgress, m_origin, out);
}

QString Session::whyUnpaired(const RawMessage &raw) const
{
    if (raw.kind != RawMessage::Kind::Request)
        return raw.remark;
    const bool inUse = m_pending.find(m_pending.tokenOf(raw.id));
    return inUse ? session::idInUse(json::toQString(raw.id)) : QString();
}

Token Session::sendRaw(const Bytes &text, const std::optional<wire::HttpHeaders> &headers,
    const Timeouts &timeouts, Stamp now, Actions &out)
{
    const RawMessage raw = readRaw(text);
    Send send{text, wire::Outgoing::Kind::Notification, {},
        headers ? *headers : previewHeaders(raw.method, raw.params)};
    send.origin = m_origin;
    if (raw.kind == RawMessage::Kind::Response) {
        send.kind = wire::Outgoing::Kind::Response;
        m_receivedRequests.settle(raw.id, now);
    }
    if (raw.kind == RawMessage::Kind::Unpaired)
        m_correlation.expectRefusals(rpc::decode(text, true));
    if (!whyUnpaired(raw).isEmpty()) {
        out.emplace_back(std::move(send));
        return 0;
    }
    Token token = 0;
    Request &request = m_pending.addTyped(raw.id, token);
    request.method = raw.method;
    request.origin = m_origin;
    request.targetPart = partWithTarget(raw.method, raw.params);
    request.before = m_discarded.now();
    m_pending.schedule(request, timeouts, now);
    m_pending.addAliases(token, raw.id, raw.progressToken);
    send.kind = wire::Outgoing::Kind::Request;
    send.id = raw.id;
    send.number = token;
    out.emplace_back(std::move(send));
    return token;
}

// Giving up

void Session::cancel(Token token, const QString &reason, Stamp now, Actions &out)
{
    const Token current = m_pending.current(token);
    const Request *const request = m_pending.find(current);
    if (!request)
        return;
    m_pending.rememberGivenUp(current, *request, false, now);
    giveUp(current, reason, out);
    out.emplace_back(Complete{token, session::cancelled(reason)});
}

// Forgets a request and tells the server: by notifications/cancelled (2025-11-25
// basic/utilities/cancellation, and 2026-07-28 on stdio), or from 2026-07-28 on over HTTP by
// closing the stream. Before 2026-07-28 a closed stream means nothing.
void Session::giveUp(Token token, const QString &reason, Actions &out)
{
    const Request &request = *m_pending.find(token);
    const bool sent = !request.resend || !request.resend->held;
    const bool opening = request.opening;
    const rpc::Origin origin = request.origin;
    const rpc::Id id = PendingRequests::wireId(token, request);
    m_pending.giveUp(token, request);
    if (!sent)
        return;
    const bool closes = overHttp() && isModern();
    if (closes || (overHttp() && !opening)) // so that HTTP does not resume a broken stream for it
        out.emplace_back(Abandon{id});
    if (!closes && !opening) // initialize must not be cancelled
        out.emplace_back(MessageWriter::cancellation(id, reason, origin));
}

void Session::tick(Stamp now, Actions &out)
{
    for (const PendingRequests::Expired &expired : m_pending.expired(now)) {
        if (m_pending.find(expired.token)) // else it failed together with an earlier one
            timeOut(expired.token, expired.total, now, out);
    }
}

void Session::timeOut(Token token, bool total, Stamp now, Actions &out)
{
    const Request &request = *m_pending.find(token);
    Error error = session::timedOut(request, total, now);
    const bool opening = request.opening; // which is not cancelled: see giveUp()
    out.emplace_back(
        session::timedOutLine(PendingRequests::wireId(token, request), error, !opening));
    explain(error, request.before);
    const Token caller = PendingRequests::callerOf(token, request);
    m_pending.rememberGivenUp(token, request, true, now);
    giveUp(token, QStringLiteral("timed out"), out);
    if (opening)
        return openFailed(std::move(error), out);
    out.emplace_back(Complete{caller, std::move(error)});
}

// Opening

void Session::open(std::chrono::milliseconds timeout, Stamp now, Actions &out)
{
    m_state = State::Opening;
    m_openingTimeout = timeout;
    sendOpening(now, out);
}

void Session::adopt(Response opening, Stamp now, Actions &out)
{
    m_state = State::Opening;
    if (overHttp())
        out.emplace_back(SetHttpProtocol{dialect().http(false)});
    opened(std::move(opening), now, out);
}

void Session::sendOpening(Stamp now, Actions &out)
{
    if (overHttp())
        out.emplace_back(SetHttpProtocol{dialect().http(false)});
    const auto method = dialect().openingMethod();
    const Token token = m_pending.nextToken();
    Request &request = m_pending.add();
    request.method = method;
    request.opening = true; // `before` stays zero: all discarded input may explain a failure
    m_pending.schedule(request, {m_openingTimeout, m_openingTimeout}, now);
    // openingParams() are complete: the envelope must not be added a second time.
    const auto id = std::to_string(token);
    const auto params = dialect().openingParams();
    out.emplace_back(Send{rpc::request(id, method, params), wire::Outgoing::Kind::Request, id,
        previewHeaders(method, params), {}, token, isRepeatable(method), m_origin});
}

void Session::opened(Response response, Stamp now, Actions &out)
{
    Opening::Decision decision = m_negotiation.decide(response);
    if (decision.next == Opening::Next::Fail)
        return openFailed(std::move(decision.error), out, std::move(decision.evidence));
    if (decision.next == Opening::Next::Open)
        ready(std::move(response), now, out);
    else
        sendOpening(now, out);
    for (auto &[message, arrival] : m_receivedRequests.takeEarly(isModern()))
        requested(std::move(message), arrival, out);
}

void Session::ready(Response response, Stamp now, Actions &out)
{
    const bool renewed = m_state == State::Renewing;
    m_state = State::Ready;
    m_opening = std::move(response);
    wire::HttpProtocol protocol = dialect().http(true);
    if (overHttp())
        out.emplace_back(SetHttpProtocol{protocol});
    if (const Bytes after = dialect().afterOpening(); !after.isEmpty()) {
        Send send{after};
        send.origin = m_origin;
        out.emplace_back(std::move(send));
    }
    if (overHttp() && !protocol.stateless) {
        protocol.ready = true; // only after notifications/initialized
        out.emplace_back(SetHttpProtocol{protocol});
    }
    if (renewed) {
        out.emplace_back(Renewed{});
        m_httpSessions.sendWaiting(dialect(), now, out);
    } else {
        out.emplace_back(Opened{});
    }
}

void Session::openFailed(Error error, Actions &out, Evidence evidence)
{
    m_state = State::Over;
    failAll(error, out);
    out.emplace_back(OpenFailed{std::move(error), std::move(evidence)});
}

// Receiving

void Session::received(rpc::Message &&message, const Arrival &arrival, Actions &out)
{
    m_discarded.lineEnded();
    switch (message.kind) {
    case rpc::Kind::Response:
    case rpc::Kind::ErrorResponse:
        responded(std::move(message), arrival, out);
        break;
    case rpc::Kind::Request:
        requested(std::move(message), arrival, out);
        break;
    case rpc::Kind::Notification:
        notified(std::move(message), arrival, out);
        break;
    case rpc::Kind::Invalid: // recorded with its problem already; the session goes on
        m_discarded.add(message, arrival.at);
        break;
    case rpc::Kind::Lifecycle:
    case rpc::Kind::Stderr:
    case rpc::Kind::Exchange:
    case rpc::Kind::Event:
        break;
    }
}

void Session::responded(rpc::Message &&message, const Arrival &arrival, Actions &out)
{
    const Token token = m_correlation.requestOf(message, arrival, m_state == State::Opening);
    const Request *const request = m_pending.find(token);
    // Without an id the request is a guess, and the sentence says so.
    const bool guessed = isNameless(message) && arrival.responseTo.empty();
    if (!request
        || (!guessed && PendingRequests::cameBefore(token, *request, arrival.at, arrival.sentUpTo)))
        return m_correlation.reportUnmatched(token, message, arrival, m_discarded, out);
    const Stamp sent = PendingRequests::sentAt(*request, arrival.requestedNs);
    const std::int64_t suspendedNs = request->suspendedNs;
    const int progressCount = request->progress.count;
    const bool opening = request->opening;
    const Token caller = PendingRequests::callerOf(token, *request);
    const bool lost = m_correlation.isSessionLost(message, arrival);
    const QString method = guessed ? QString::fromStdString(request->method) : QString();
    if (overHttp() && isModern() && request->method == "tools/list")
        m_writer.toolHeaders().store(message.result());
    m_pending.settle(token, *request);
    if (message.kind == rpc::Kind::ErrorResponse && !opening) {
        Error error = guessed ? guessedError(message, method)
                              : session::errorOf(message, lost ? arrival.httpStatus : 0);
        if (lost && !isNameless(message))
            out.emplace_back(ReportProblem{arrival.place, rpc::Problem::UnknownId});
        error.took = std::chrono::nanoseconds(arrival.at.steady - sent.steady);
        out.emplace_back(Complete{caller, std::move(error)});
        return;
    }
    const auto fill = [&](Response &response) {
        response.message = std::move(message);
        response.sent = sent;
        response.received = arrival.at;
        response.suspendedNs = suspendedNs;
        response.place = arrival.place;
        response.progressCount = progressCount;
        response.httpStatus = arrival.httpStatus;
    };
    if (opening) {
        Response response;
        fill(response);
        return opened(std::move(response), arrival.at, out);
    }
    // Moving a message costs more than constructing it in the vector.
    out.emplace_back(std::in_place_type<Complete>, caller);
    fill(std::get<Complete>(out.back()).outcome.value());
}

void Session::requested(rpc::Message &&message, const Arrival &arrival, Actions &out)
{
    if (m_state == State::Opening && m_correlation.isOpening(message))
        return echoed(message, arrival, out);
    if (!m_negotiation.isEraKnown())
        return m_receivedRequests.admitEarly(std::move(message), arrival, out);
    if (!dialect().serverMayRequest()) {
        // 2026-07-28 basic: a server never sends requests, and the client never responds.
        out.emplace_back(ReportProblem{arrival.place, rpc::Problem::UnexpectedRequest});
        return;
    }
    if (!m_receivedRequests.admit(message, arrival.place, out))
        return;
    m_receivedRequests.pause(message.id, m_correlation.waitingFor(arrival), arrival.at);
    out.emplace_back(RequestReceived{std::move(message), m_correlation.causeOf(arrival)});
}

void Session::echoed(const rpc::Message &message, const Arrival &arrival, Actions &out)
{
    m_discarded.addEcho(message, arrival.at);
    openFailed(session::echoed(message.method, m_discarded.evidence()), out);
}

void Session::notified(rpc::Message &&message, const Arrival &arrival, Actions &out)
{
    if (message.method == "notifications/progress") {
        const Token token = m_pending.progressing(message.params()["progressToken"].raw());
        if (Request *request = m_pending.find(token)) {
            PendingRequests::recordProgress(*request, message.params(), arrival.at);
            out.emplace_back(Progress{PendingRequests::callerOf(token, *request), message});
        }
    }
    if (!m_receivedRequests.isEmpty() && message.method == "notifications/cancelled")
        m_receivedRequests.cancelled(message, arrival.at, out);
    if (m_pending.listening() > 0)
        subscriptionNotified(message, arrival, out);
    out.emplace_back(std::in_place_type<Notify>);
    std::get<Notify>(out.back()).message = std::move(message);
}

void Session::subscriptionNotified(
    const rpc::Message &message, const Arrival &arrival, Actions &out)
{
    if (message.method == "notifications/cancelled")
        return subscriptionCancelled(message, out);
    if (const Token token = m_correlation.subscriptionOf(message, arrival))
        out.emplace_back(SubscriptionNotification{token, message});
}

// On stdio a server may end a subscription by notifications/cancelled as well as by its result
// (2026-07-28 basic/utilities/cancellation).
void Session::subscriptionCancelled(const rpc::Message &message, Actions &out)
{
    const Token token = m_pending.tokenOf(message.params()["requestId"].raw());
    const Request *const request = m_pending.find(token);
    if (!request || !request->listening)
        return;
    m_pending.settle(token, *request);
    out.emplace_back(
        Complete{token, session::subscriptionEnded(message.params()["reason"].toString())});
}

// HTTP

void Session::refused(const rpc::Id &id, wire::HttpFailure failure, Stamp at, Actions &out)
{
    const Token token = m_pending.tokenOf(id);
    Request *const request = m_pending.find(token);
    if (!request)
        return; // a notification, a response, or given up: the exchange's row shows the failure
    if (failure.sessionGone && request->resend)
        return sessionGone(token, failure, at, out);
    const bool opening = request->opening;
    const Token caller = PendingRequests::callerOf(token, *request);
    m_pending.settle(token, *request);
    Error error = httpError(failure);
    if (opening)
        return openFailed(std::move(error), out,
            {failure.status, {}, std::make_shared<wire::HttpFailure>(std::move(failure))});
    out.emplace_back(Complete{caller, std::move(error)});
}

// 2025-11-25 basic/transports#session-management: 404 to a request with a session means that a new
// session must be opened.
void Session::sessionGone(Token token, const wire::HttpFailure &failure, Stamp now, Actions &out)
{
    const bool ofThisSession = m_httpSessions.isInNewest(*m_pending.find(token));
    m_httpSessions.lose(token, failure, out);
    if (m_state != State::Ready)
        return; // a new session is being opened
    if (ofThisSession)
        renew(now, out);
    else
        m_httpSessions.sendWaiting(dialect(), now, out);
}

void Session::renew(Stamp now, Actions &out)
{
    out.emplace_back(LogLifecycle{
        QLatin1String(rpc::lifecycle::kSessionRenewal), QStringLiteral("HTTP status 404")});
    m_httpSessions.begin();
    m_state = State::Renewing;
    m_receivedRequests.clear(now); // they belonged to the old session
    m_negotiation.restart();
    sendOpening(now, out);
}

// The end

void Session::failAll(const Error &error, Actions &out)
{
    for (const Token token : m_pending.calls()) {
        const Request &request = *m_pending.find(token);
        Error own = error;
        if (own.detail.isEmpty()) // otherwise it is explained already
            explain(own, request.before);
        const Token caller = PendingRequests::callerOf(token, request);
        m_pending.settle(token, request);
        out.emplace_back(Complete{caller, std::move(own)});
    }
    m_pending.clear();
    m_receivedRequests.withdrawAll(error.sentence, out);
}

void Session::ended(const QString &why, Actions &out)
{
    failAll(session::connectionEnded(why), out);
    if (m_state == State::Opening || m_state == State::Renewing) {
        Error error = overHttp() ? session::connectionEnded(why) : session::processEnded(why);
        explain(error, {});
        openFailed(std::move(error), out);
    }
    m_state = State::Over;
}

// Input that was discarded while a request waited in vain is most often the reason.
void Session::explain(Error &error, const DiscardedInput::Point &since) const
{
    if (m_discarded.isEmptySince(since))
        return;
    error.sentence += u' ' + m_discarded.summary(since);
    error.detail = m_discarded.evidence(since);
}

} // namespace sonde::mcp
