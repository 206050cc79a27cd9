// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session.h"

#include "mcp/servererror.h"
#include "json/builder.h"

#include <algorithm>

namespace sonde::mcp {

namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

std::int64_t nsOf(milliseconds time)
{
    return duration_cast<nanoseconds>(time).count();
}

QString seconds(std::int64_t ns)
{
    return QString::number(double(ns) / 1e9, 'g', 4) + QStringLiteral(" s");
}

Error makeError(Domain domain, const QString &sentence)
{
    Error error;
    error.domain = domain;
    error.sentence = sentence;
    return error;
}

// A message on stdio is one line (2025-11-25 basic/transports#stdio). In JSON a line break can only
// be white space between tokens, so a blank in its place changes nothing that is meant. Over HTTP
// it is one line as well, so that a message looks the same on every way. `space` holds what is
// given back when it is not the text itself.
std::string_view onOneLine(std::string_view params, std::string &space)
{
    if (params.find_first_of("\r\n") == std::string_view::npos)
        return params;
    space = params;
    std::replace(space.begin(), space.end(), '\n', ' ');
    std::replace(space.begin(), space.end(), '\r', ' ');
    return space;
}

} // namespace

Session::Session(Era era, const QString &revision, bool exact, Binding binding, Offer offer)
    : m_era(era)
    , m_revision(revision)
    , m_exact(exact)
    , m_binding(binding)
    , m_offer(std::move(offer))
    , m_dialect(Dialect::make(era, revision, m_offer.capabilities))
    , m_discarded(binding == Binding::Stdio)
{
}

std::string Session::paramsOf(
    std::string_view id, std::string_view method, std::string_view params, bool wantProgress) const
{
    std::string space;
    params = onOneLine(params, space);
    // 2026-07-28 basic/utilities/logging: nothing is logged on the stream of a subscription.
    const bool logs = method != "subscriptions/listen";
    return m_dialect->params(params, wantProgress ? id : std::string_view(),
        logs ? std::string_view(m_logLevel) : std::string_view());
}

Bytes Session::preview(std::string_view method, std::string_view params, bool wantProgress) const
{
    const auto id = std::to_string(m_pending.nextNumber());
    return rpc::request(id, method, paramsOf(id, method, params, wantProgress));
}

wire::HttpHeaders Session::previewHeaders(std::string_view method, std::string_view params) const
{
    return overHttp() ? m_dialect->headers(method, params, m_toolHeaders) : wire::HttpHeaders();
}

Token Session::call(std::string method, std::string_view params, const Timeouts &timeouts,
    bool wantProgress, Stamp now, Actions &out)
{
    const Token token = m_pending.nextNumber();
    Request &request = m_pending.add();
    request.target = targetOf(method, params);
    request.method = std::move(method);
    schedule(request, timeouts, now);
    sendFirst(token, request, params, wantProgress, out);
    return token;
}

void Session::schedule(Request &request, const Timeouts &timeouts, Stamp now)
{
    request.sent = now;
    request.idleNs = nsOf(timeouts.idle);
    request.idleDeadline = now.steady + request.idleNs;
    request.totalDeadline = now.steady + nsOf(timeouts.total);
    request.before = m_discarded.now();
    m_nextDeadline = std::min({m_nextDeadline, request.idleDeadline, request.totalDeadline});
}

Token Session::listen(std::string_view params, Stamp now, Actions &out)
{
    ++m_listening;
    const Token token = m_pending.nextNumber();
    Request &request = m_pending.add();
    request.method = "subscriptions/listen";
    request.sent = now;
    request.listening = true;
    request.before = m_discarded.now();
    sendFirst(token, request, params, false, out);
    return token;
}

void Session::notify(std::string_view method, std::string_view params, Actions &out) const
{
    std::string space;
    out.emplace_back(Send{rpc::notification(method, onOneLine(params, space)),
        wire::Outgoing::Kind::Notification, {}, previewHeaders(method, params)});
}

void Session::sendFirst(
    Token token, Request &request, std::string_view params, bool wantProgress, Actions &out)
{
    if (overHttp() && !stateless()) {
        const bool waits = m_state == State::Renewing;
        request.kept = std::make_unique<Kept>(
            Kept{token, std::string(params), wantProgress, waits ? 0 : m_sessions, false, waits});
        if (waits) {
            m_waiting.push_back(token);
            return;
        }
    }
    sendRequest(token, request.method, params, wantProgress, out);
}

void Session::sendRequest(Token token, std::string_view method, std::string_view params,
    bool wantProgress, Actions &out) const
{
    auto id = std::to_string(token);
    const auto sent = paramsOf(id, method, params, wantProgress);
    // Made in its place: a flood of requests feels every move.
    auto &send = std::get<Send>(out.emplace_back(std::in_place_type<Send>));
    send.message = rpc::request(id, method, sent);
    send.kind = wire::Outgoing::Kind::Request;
    send.id = std::move(id);
    if (overHttp())
        send.headers = previewHeaders(method, params);
    if (sent.empty())
        send.bareMethod = method;
    send.number = token;
}

Token Session::callerOf(Token token, const Request &request)
{
    return request.kept ? request.kept->caller : token;
}

void Session::cancel(Token token, const QString &reason, Stamp now, Actions &out)
{
    const auto successor = m_successors.find(token);
    const Token present = successor == m_successors.end() ? token : successor->second;
    if (!m_pending.find(present))
        return;
    rememberGivenUp(present, false, now);
    giveUp(present, reason, out);
    m_successors.erase(token);
    out.emplace_back(
        Complete{token, makeError(Domain::Cancelled, QStringLiteral("Cancelled: %1").arg(reason))});
}

// Forgets a request and tells the server so: by notifications/cancelled (2025-11-25
// basic/utilities/cancellation, and 2026-07-28 on stdio), over HTTP from 2026-07-28 on by closing
// the stream. A closed stream means nothing in the revisions before.
void Session::giveUp(Token token, const QString &reason, Actions &out)
{
    const Request &request = *m_pending.find(token);
    const bool sent = !request.kept || !request.kept->waiting;
    const bool opening = request.opening;
    const rpc::Id id = wireId(token, request);
    if (request.listening)
        --m_listening;
    m_pending.giveUp(token);
    if (!sent)
        return;
    const bool closes = overHttp() && stateless();
    if (closes || (overHttp() && !opening)) // else nobody need take a broken stream up again for it
        out.emplace_back(Abandon{id});
    if (!closes && !opening) // initialize must not be cancelled
        out.emplace_back(Send{rpc::notification("notifications/cancelled",
            json::Builder()
                .beginObject()
                .rawMember("requestId", id)
                .member("reason", reason)
                .endObject()
                .takeString())});
}

void Session::received(rpc::Message &&message, const Arrival &arrival, Actions &out)
{
    m_discarded.lineEnded();
    switch (message.kind) {
    case rpc::Kind::Response:
    case rpc::Kind::ErrorResponse:
        answered(std::move(message), arrival, out);
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

void Session::answered(rpc::Message &&message, const Arrival &arrival, Actions &out)
{
    const Token token = answeredToken(message, arrival);
    Request *const request = m_pending.find(token);
    // Without an id of its own it is a guess whom it answers, and the sentence says so.
    const bool guessed = isNameless(message) && arrival.answerTo.empty();
    if (!request || (!guessed && cameBefore(token, *request, arrival)))
        return answeredNobody(token, message, arrival, out);
    const Stamp sent = request->sent;
    const int progressCount = request->progress.count;
    const bool opening = request->opening;
    const Token caller = callerOf(token, *request);
    const QString method = guessed ? QString::fromStdString(request->method) : QString();
    if (request->listening)
        --m_listening;
    if (overHttp() && stateless() && request->method == "tools/list")
        m_toolHeaders.take(message.result());
    m_pending.settle(token);
    if (caller != token)
        m_successors.erase(caller);
    if (message.kind == rpc::Kind::ErrorResponse && !opening) {
        out.emplace_back(
            Complete{caller, guessed ? guessedError(message, method) : serverError(message)});
        return;
    }
    const auto fill = [&](Answer &answer) {
        answer.message = std::move(message);
        answer.sent = sent;
        answer.received = arrival.at;
        answer.place = arrival.place;
        answer.progressCount = progressCount;
        answer.httpStatus = arrival.httpStatus;
    };
    if (opening) {
        Answer answer;
        fill(answer);
        return opened(std::move(answer), arrival.at, out);
    }
    // Where a message is moved to costs more than finding out what it is.
    out.emplace_back(std::in_place_type<Complete>, caller);
    fill(std::get<Complete>(out.back()).outcome.value());
}

void Session::notified(rpc::Message &&message, const Arrival &arrival, Actions &out)
{
    if (message.method == "notifications/progress") {
        const Token token = progressing(message.params()["progressToken"].raw());
        if (Request *request = m_pending.find(token)) {
            recordProgress(*request, message.params());
            if (!request->listening) // else it waits without an end
                request->idleDeadline = arrival.at.steady + request->idleNs;
            out.emplace_back(Progress{callerOf(token, *request), message});
        }
    }
    // 2025-11-25 basic/utilities/cancellation: no answer is sent to a request that was withdrawn.
    if (!m_asked.empty() && message.method == "notifications/cancelled")
        withdraw(message, out);
    if (m_listening > 0)
        heard(message, arrival, out);
    out.emplace_back(std::in_place_type<Notify>);
    std::get<Notify>(out.back()).message = std::move(message);
}

// 2026-07-28 basic/utilities/subscriptions: what belongs to a subscription names it.
void Session::heard(const rpc::Message &message, const Arrival &arrival, Actions &out)
{
    if (message.method == "notifications/cancelled")
        return cancelledByServer(message, out);
    const json::Value name = message.params()["_meta"]["io.modelcontextprotocol/subscriptionId"];
    const Token token = m_pending.numberOf(name ? name.raw() : arrival.answerTo);
    if (const Request *request = m_pending.find(token); request && request->listening)
        out.emplace_back(SubscriptionNotification{token, message});
}

// A server may end a subscription on stdio this way as well as by its result (2026-07-28
// basic/utilities/cancellation).
void Session::cancelledByServer(const rpc::Message &message, Actions &out)
{
    const Token token = tokenOf(message.params()["requestId"].raw());
    const Request *const request = m_pending.find(token);
    if (!request || !request->listening)
        return;
    --m_listening;
    m_pending.settle(token);
    const QString reason = message.params()["reason"].toString();
    out.emplace_back(Complete{token,
        makeError(Domain::Cancelled,
            reason.isEmpty() ? QStringLiteral("The server ended it.")
                             : QStringLiteral("The server ended it: %1").arg(reason))});
}

void Session::tick(Stamp now, Actions &out)
{
    if (now.steady < nextDeadline())
        return;
    m_nextDeadline = kNever;
    for (const Token token : m_pending.numbers()) {
        const Request *const request = m_pending.find(token);
        if (!request)
            continue; // over with one before it
        const auto deadline = std::min(request->idleDeadline, request->totalDeadline);
        if (deadline <= now.steady)
            timeOut(token, request->totalDeadline <= request->idleDeadline, now, out);
        else
            m_nextDeadline = std::min(m_nextDeadline, deadline);
    }
}

void Session::timeOut(Token token, bool total, Stamp now, Actions &out)
{
    const Request &request = *m_pending.find(token);
    const auto limit = total ? request.totalDeadline - request.sent.steady : request.idleNs;
    Error error = makeError(Domain::Timeout,
        total || request.progress.count == 0
            ? QStringLiteral("No answer to %1 within %2.")
                  .arg(QString::fromStdString(request.method), seconds(limit))
            : QStringLiteral("No answer to %1, and no progress for %2.")
                  .arg(QString::fromStdString(request.method), seconds(limit)));
    if (!request.nameless.isEmpty())
        error.sentence += QStringLiteral(" Meanwhile the server answered without an id: %1.")
                              .arg(request.nameless);
    explain(error, request.before);
    const bool opening = request.opening;
    const Token caller = callerOf(token, request);
    rememberGivenUp(token, true, now);
    giveUp(token, QStringLiteral("timed out"), out);
    if (opening)
        return breakDown(std::move(error), out);
    m_successors.erase(caller);
    out.emplace_back(Complete{caller, std::move(error)});
}

} // namespace sonde::mcp
