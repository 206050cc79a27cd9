// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session.h"

#include "mcp/servererror.h"

#include <algorithm>

// How a session opens: the handshake, or the question for what the server can do.
namespace sonde::mcp {

namespace {

Error protocolError(const QString &sentence)
{
    return {Domain::Protocol, 0, sentence, {}, {}};
}

} // namespace

void Session::open(std::chrono::milliseconds timeout, Stamp now, Actions &out)
{
    m_state = State::Opening;
    m_openingTimeout = timeout;
    sendOpening(now, out);
}

void Session::adopt(Answer opening, Stamp now, Actions &out)
{
    m_state = State::Opening;
    if (overHttp())
        out.emplace_back(SetHttpProtocol{m_dialect->http(false)});
    opened(std::move(opening), now, out);
}

void Session::sendOpening(Stamp now, Actions &out)
{
    if (overHttp())
        out.emplace_back(SetHttpProtocol{m_dialect->http(false)});
    const auto method = m_dialect->openingMethod();
    const Token token = m_pending.nextNumber();
    Request &request = m_pending.add();
    request.method = method;
    request.opening = true;
    schedule(request, {m_openingTimeout, m_openingTimeout}, now);
    request.before = {}; // whatever came, it was waited for this
    // openingParams() are complete: the envelope must not be added a second time.
    const auto id = std::to_string(token);
    const auto params = m_dialect->openingParams();
    out.emplace_back(Send{rpc::request(id, method, params), wire::Outgoing::Kind::Request, id,
        previewHeaders(method, params), {}, token});
}

void Session::opened(Answer answer, Stamp now, Actions &out)
{
    if (answer.message.kind == rpc::Kind::ErrorResponse)
        openingRefused(answer, now, out);
    else if (stateless())
        discoverAnswered(std::move(answer), now, out);
    else
        handshakeAnswered(std::move(answer), now, out);
}

void Session::openingRefused(const Answer &answer, Stamp now, Actions &out)
{
    const rpc::Message &message = answer.message;
    if (stateless() && message.errorCode() == kUnsupportedProtocolVersion
        && retryWith(stringsOf(message.error()["data"]["supported"]), now, out))
        return;
    Error error = serverError(message);
    error.sentence = QStringLiteral("%1 for revision %2 was answered with %3: %4")
                         .arg(QString::fromStdString(m_dialect->openingMethod()),
                             m_dialect->revision(), nameOfError(message), error.sentence);
    if (answer.httpStatus == 401 || answer.httpStatus == 403)
        error.domain = Domain::Authorization;
    breakDown(std::move(error), out, {answer.httpStatus, message, nullptr});
}

void Session::handshakeAnswered(Answer answer, Stamp now, Actions &out)
{
    const json::Value version = answer.result()["protocolVersion"];
    const QString theirs = version.toString();
    if (!version.isString())
        return breakDown(protocolError(QStringLiteral("The answer to initialize names no "
                                                      "protocolVersion.")),
            out);
    if (theirs != m_dialect->revision()) {
        // 2025-11-25 basic/lifecycle: the server may name another version; disconnect when the
        // client does not speak it.
        if (m_exact)
            return breakDown(
                protocolError(QStringLiteral("The server offers revision %1, but %2 is "
                                             "pinned for it.")
                                  .arg(theirs, m_dialect->revision())),
                out);
        if (eraOf(theirs) != Era::Legacy)
            return breakDown(
                protocolError(QStringLiteral("The server wants revision %1, which Sonde "
                                             "does not speak with a handshake (it speaks "
                                             "%2).")
                                  .arg(theirs, revisionsOf(Era::Legacy).join(QLatin1String(", ")))),
                out);
        m_dialect = Dialect::make(Era::Legacy, theirs, m_offer.capabilities);
    }
    ready(std::move(answer), now, out);
}

void Session::discoverAnswered(Answer answer, Stamp now, Actions &out)
{
    const auto supported = stringsOf(answer.result()["supportedVersions"]);
    if (supported.contains(m_dialect->revision()) || m_exact)
        return ready(std::move(answer), now, out);
    if (retryWith(supported, now, out))
        return;
    breakDown(protocolError(QStringLiteral("The server supports %1, and Sonde speaks %2 without a "
                                           "handshake: they share no revision.")
                                .arg(supported.isEmpty() ? QStringLiteral("no revision it names")
                                                         : supported.join(QLatin1String(", ")),
                                    revisionsOf(Era::Modern).join(QLatin1String(", ")))),
        out);
}

// Once more with the newest revision both speak; false when there is none, or it was tried.
bool Session::retryWith(const QStringList &supported, Stamp now, Actions &out)
{
    if (m_exact || std::exchange(m_retried, true))
        return false;
    for (const QString &revision : revisionsOf(Era::Modern)) {
        if (supported.contains(revision) && revision != m_dialect->revision()) {
            m_dialect = Dialect::make(Era::Modern, revision, m_offer.capabilities);
            sendOpening(now, out);
            return true;
        }
    }
    return false;
}

void Session::ready(Answer answer, Stamp now, Actions &out)
{
    const bool renewed = m_state == State::Renewing;
    m_state = State::Ready;
    m_opening = std::move(answer);
    wire::HttpProtocol protocol = m_dialect->http(true);
    if (overHttp())
        out.emplace_back(SetHttpProtocol{protocol});
    if (const Bytes after = m_dialect->afterOpening(); !after.isEmpty())
        out.emplace_back(Send{after});
    if (overHttp() && !protocol.stateless) {
        protocol.ready = true; // only behind notifications/initialized
        out.emplace_back(SetHttpProtocol{protocol});
    }
    if (renewed) {
        out.emplace_back(Renewed{});
        sendWaiting(now, out);
    } else {
        out.emplace_back(Opened{});
    }
}

void Session::breakDown(Error error, Actions &out, Evidence evidence)
{
    m_state = State::Over;
    failAll(error, out);
    out.emplace_back(OpenFailed{std::move(error), std::move(evidence)});
}

} // namespace sonde::mcp
