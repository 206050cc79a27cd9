// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session.h"

#include "json/builder.h"

#include <algorithm>

namespace sonde::mcp {

namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr int kUnsupportedProtocolVersion = -32022; // 2026-07-28 basic#error-codes

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

} // namespace

Error serverError(const rpc::Message &message)
{
    const json::Value raw = message.error();
    Error error = makeError(Domain::Server, raw["message"].toString());
    error.code = message.errorCode();
    error.data = QByteArray(raw.raw().data(), static_cast<qsizetype>(raw.raw().size()));
    if (error.sentence.isEmpty())
        error.sentence =
            QStringLiteral("The server answered with error %1 and no message.").arg(error.code);
    return error;
}

QStringList stringsOf(const json::Value &array)
{
    QStringList strings;
    if (array.isArray()) {
        for (const json::Value item : array) {
            if (item.isString())
                strings += item.toString();
        }
    }
    return strings;
}

Session::Session(Era era, const QString &revision, bool exact)
    : m_dialect(Dialect::make(era, revision))
    , m_exact(exact)
{
}

void Session::open(milliseconds timeout, Stamp now, Actions &out)
{
    m_state = State::Opening;
    m_openingTimeout = timeout;
    sendOpening(now, out);
}

void Session::sendOpening(Stamp now, Actions &out)
{
    const auto deadline = now.steady + nsOf(m_openingTimeout);
    Request request{
        m_dialect->openingMethod(), nsOf(m_openingTimeout), deadline, deadline, now, 0, true};
    const Token token = m_pending.add(std::move(request));
    m_nextDeadline = std::min(m_nextDeadline, deadline);
    // openingParams() are complete: the envelope must not be added a second time.
    const auto id = std::to_string(token);
    out.emplace_back(Send{rpc::request(id, m_dialect->openingMethod(), m_dialect->openingParams()),
        wire::Outgoing::Kind::Request, id});
}

// A message on stdio is one line (2025-11-25 basic/transports#stdio). In JSON a line break can only
// be white space between tokens, so a blank in its place changes nothing that is meant.
Bytes Session::message(
    Token token, std::string_view method, std::string_view params, bool wantProgress) const
{
    std::string oneLine;
    if (params.find_first_of("\r\n") != std::string_view::npos) {
        oneLine = params;
        std::replace(oneLine.begin(), oneLine.end(), '\n', ' ');
        std::replace(oneLine.begin(), oneLine.end(), '\r', ' ');
        params = oneLine;
    }
    const auto id = std::to_string(token);
    return rpc::request(id, method,
        m_dialect->params(params, wantProgress ? std::string_view(id) : std::string_view()));
}

Bytes Session::preview(std::string_view method, std::string_view params, bool wantProgress) const
{
    return message(m_pending.nextNumber(), method, params, wantProgress);
}

Token Session::call(std::string_view method, std::string_view params, const Timeouts &timeouts,
    bool wantProgress, Stamp now, Actions &out)
{
    const auto idle = nsOf(timeouts.idle);
    Request request{std::string(method), idle, now.steady + idle, now.steady + nsOf(timeouts.total),
        now, 0, false};
    m_nextDeadline = std::min({m_nextDeadline, request.idleDeadline, request.totalDeadline});
    const Token token = m_pending.add(std::move(request));
    out.emplace_back(Send{message(token, method, params, wantProgress),
        wire::Outgoing::Kind::Request, std::to_string(token)});
    return token;
}

void Session::cancel(Token token, const QString &reason, Actions &out)
{
    if (!m_pending.find(token))
        return;
    m_pending.giveUp(token);
    sendCancelled(token, reason, out);
    out.emplace_back(
        Complete{token, makeError(Domain::Cancelled, QStringLiteral("Cancelled: %1").arg(reason))});
}

// 2025-11-25 basic/utilities/cancellation; 2026-07-28: the same on stdio.
void Session::sendCancelled(Token token, const QString &reason, Actions &out) const
{
    const auto params = json::Builder()
                            .beginObject()
                            .member("requestId", token)
                            .member("reason", reason)
                            .endObject()
                            .takeString();
    out.emplace_back(Send{rpc::notification("notifications/cancelled", params)});
}

void Session::received(rpc::Message message, Stamp at, const rpc::Place &place, Actions &out)
{
    switch (message.kind) {
    case rpc::Kind::Response:
    case rpc::Kind::ErrorResponse:
        answered(std::move(message), at, place, out);
        break;
    case rpc::Kind::Request:
        requested(message, place, out);
        break;
    case rpc::Kind::Notification:
        notified(std::move(message), at, out);
        break;
    case rpc::Kind::Invalid: // recorded with its problem already; the session goes on
    case rpc::Kind::Lifecycle:
    case rpc::Kind::Stderr:
    case rpc::Kind::Exchange:
    case rpc::Kind::Event:
        break;
    }
}

void Session::answered(rpc::Message message, Stamp at, const rpc::Place &place, Actions &out)
{
    Token token = m_pending.numberOf(message.id);
    Request *request = m_pending.find(token);
    const bool nameless = message.id.empty() || message.id == "null";
    if (!request && nameless && m_state == State::Opening
        && message.kind == rpc::Kind::ErrorResponse) {
        // An error without an id: the request could not be read. Only one was sent so far.
        token = m_pending.nextNumber() - 1;
        request = m_pending.find(token);
    }
    if (!request) {
        out.emplace_back(Mark{place, m_pending.judge(token)});
        return;
    }
    Answer answer{std::move(message), request->sent, at, place, request->progressCount};
    const bool opening = request->opening;
    m_pending.settle(token);
    if (opening)
        opened(std::move(answer), at, out);
    else if (answer.message.kind == rpc::Kind::ErrorResponse)
        out.emplace_back(Complete{token, serverError(answer.message)});
    else
        out.emplace_back(Complete{token, std::move(answer)});
}

// Only ping is offered; what we did not declare is refused (2025-11-25 basic/lifecycle#operation).
void Session::requested(const rpc::Message &message, const rpc::Place &place, Actions &out)
{
    if (!m_dialect->serverMayRequest()) {
        // 2026-07-28 basic: a server never sends requests, and the client never answers.
        out.emplace_back(Mark{place, rpc::Problem::UnexpectedRequest});
        return;
    }
    if (message.method == "ping")
        out.emplace_back(Send{rpc::response(message.id, "{}"), wire::Outgoing::Kind::Response});
    else
        out.emplace_back(Send{rpc::errorResponse(message.id, rpc::kMethodNotFound,
                                  "Sonde does not offer " + message.method),
            wire::Outgoing::Kind::Response});
}

void Session::notified(rpc::Message message, Stamp at, Actions &out)
{
    if (message.method == "notifications/progress") {
        const Token token = m_pending.numberOf(message.params()["progressToken"].raw());
        if (Request *request = m_pending.find(token)) {
            ++request->progressCount;
            request->idleDeadline = at.steady + request->idleNs;
            out.emplace_back(Progress{token, message});
        }
    }
    out.emplace_back(Notify{std::move(message)});
}

void Session::opened(Answer answer, Stamp now, Actions &out)
{
    if (answer.message.kind == rpc::Kind::ErrorResponse)
        openingRefused(answer.message, now, out);
    else if (m_dialect->era() == Era::Stateless)
        discoverAnswered(std::move(answer), now, out);
    else
        handshakeAnswered(std::move(answer), out);
}

void Session::openingRefused(const rpc::Message &message, Stamp now, Actions &out)
{
    if (m_dialect->era() == Era::Stateless && message.errorCode() == kUnsupportedProtocolVersion
        && retryWith(stringsOf(message.error()["data"]["supported"]), now, out))
        return;
    Error error = serverError(message);
    error.detail =
        QStringLiteral("%1 for revision %2 was answered with error %3.")
            .arg(QString::fromStdString(m_dialect->openingMethod()), m_dialect->revision())
            .arg(error.code);
    breakDown(std::move(error), out);
}

void Session::handshakeAnswered(Answer answer, Actions &out)
{
    const json::Value version = answer.result()["protocolVersion"];
    const QString theirs = version.toString();
    if (!version.isString())
        return breakDown(makeError(Domain::Protocol,
                             QStringLiteral("The answer to initialize names no "
                                            "protocolVersion.")),
            out);
    if (theirs != m_dialect->revision()) {
        // 2025-11-25 basic/lifecycle: the server may name another version; disconnect when the
        // client does not speak it.
        if (m_exact)
            return breakDown(makeError(Domain::Protocol,
                                 QStringLiteral("The server offers revision %1, but %2 is "
                                                "pinned for it.")
                                     .arg(theirs, m_dialect->revision())),
                out);
        if (eraOf(theirs) != Era::Handshake)
            return breakDown(
                makeError(Domain::Protocol,
                    QStringLiteral("The server wants revision %1, which Sonde "
                                   "does not speak with a handshake (it speaks "
                                   "%2).")
                        .arg(theirs, revisionsOf(Era::Handshake).join(QLatin1String(", ")))),
                out);
        m_dialect = Dialect::make(Era::Handshake, theirs);
    }
    ready(std::move(answer), out);
}

void Session::discoverAnswered(Answer answer, Stamp now, Actions &out)
{
    const auto supported = stringsOf(answer.result()["supportedVersions"]);
    if (supported.contains(m_dialect->revision()) || m_exact)
        return ready(std::move(answer), out);
    if (retryWith(supported, now, out))
        return;
    breakDown(makeError(Domain::Protocol,
                  QStringLiteral("The server supports %1, and Sonde speaks %2 without a "
                                 "handshake: they share no revision.")
                      .arg(supported.isEmpty() ? QStringLiteral("no revision it names")
                                               : supported.join(QLatin1String(", ")),
                          revisionsOf(Era::Stateless).join(QLatin1String(", ")))),
        out);
}

// Once more with the newest revision both speak; false when there is none, or it was tried.
bool Session::retryWith(const QStringList &supported, Stamp now, Actions &out)
{
    if (m_exact || std::exchange(m_retried, true))
        return false;
    for (const QString &revision : revisionsOf(Era::Stateless)) {
        if (supported.contains(revision) && revision != m_dialect->revision()) {
            m_dialect = Dialect::make(Era::Stateless, revision);
            sendOpening(now, out);
            return true;
        }
    }
    return false;
}

void Session::ready(Answer answer, Actions &out)
{
    m_state = State::Ready;
    m_opening = std::move(answer);
    if (const Bytes after = m_dialect->afterOpening(); !after.isEmpty())
        out.emplace_back(Send{after});
    out.emplace_back(Opened{});
}

void Session::breakDown(Error error, Actions &out)
{
    m_state = State::Over;
    out.emplace_back(Broken{std::move(error)});
}

void Session::tick(Stamp now, Actions &out)
{
    if (now.steady < m_nextDeadline)
        return;
    std::vector<std::pair<Token, bool>> over;
    m_nextDeadline = kNever;
    for (const auto &[token, request] : m_pending) {
        const auto deadline = std::min(request.idleDeadline, request.totalDeadline);
        if (deadline <= now.steady)
            over.emplace_back(token, request.totalDeadline <= request.idleDeadline);
        else
            m_nextDeadline = std::min(m_nextDeadline, deadline);
    }
    std::sort(over.begin(), over.end());
    for (const auto &[token, total] : over)
        timeOut(token, total, out);
}

void Session::timeOut(Token token, bool total, Actions &out)
{
    const Request request = *m_pending.find(token);
    const auto limit = total ? request.totalDeadline - request.sent.steady : request.idleNs;
    Error error = makeError(Domain::Timeout,
        total || request.progressCount == 0
            ? QStringLiteral("No answer to %1 within %2.")
                  .arg(QString::fromStdString(request.method), seconds(limit))
            : QStringLiteral("No answer to %1, and no progress for %2.")
                  .arg(QString::fromStdString(request.method), seconds(limit)));
    m_pending.giveUp(token);
    if (request
            .opening) // initialize must not be cancelled (2025-11-25 basic/utilities/cancellation)
        return breakDown(std::move(error), out);
    sendCancelled(token, QStringLiteral("timed out"), out);
    out.emplace_back(Complete{token, std::move(error)});
}

void Session::ended(const QString &why, Actions &out)
{
    std::vector<Token> tokens;
    bool opening = false;
    for (const auto &[token, request] : m_pending) {
        opening = opening || request.opening;
        if (!request.opening)
            tokens.push_back(token);
    }
    std::sort(tokens.begin(), tokens.end());
    const Error error = makeError(
        Domain::Transport, QStringLiteral("The connection ended before the answer: %1.").arg(why));
    for (const Token token : tokens) {
        m_pending.settle(token);
        out.emplace_back(Complete{token, error});
    }
    if (opening || m_state == State::Opening)
        breakDown(makeError(Domain::Transport,
                      QStringLiteral("The process ended before it answered: %1.").arg(why)),
            out);
    m_state = State::Over;
}

} // namespace sonde::mcp
