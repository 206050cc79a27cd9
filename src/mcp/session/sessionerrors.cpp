// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session/sessionerrors.h"

#include "base/formatting.h"
#include "mcp/message/errorresponse.h"
#include "mcp/message/mcptext.h"
#include "rpc/lifecycle.h"

namespace sonde::mcp::session {

namespace {

Error makeError(Domain domain, const QString &sentence)
{
    return {.domain = domain, .sentence = sentence};
}

} // namespace

Error cancelled(const QString &reason)
{
    return makeError(Domain::Cancelled, Text::tr("Cancelled: %1").arg(reason));
}

Error timedOut(const PendingRequests::Request &request, bool total, Stamp now)
{
    const std::chrono::nanoseconds limit(
        total ? request.totalDeadline - request.sent.steady : request.idleNs);
    const QString method = QString::fromStdString(request.method);
    const bool progressed = !total && request.progress.count > 0;
    Error error = makeError(Domain::Timeout,
        progressed
            ? Text::tr("No response to %1, and no progress for %2.").arg(method, limitText(limit))
            : Text::tr("No response to %1 within %2.").arg(method, limitText(limit)));
    error.took = progressed ? std::chrono::nanoseconds(now.steady - request.sent.steady) : limit;
    if (request.dropped != PendingRequests::Dropped::Nothing)
        error.sentence += u' '
            + (request.dropped == PendingRequests::Dropped::Response
                    ? Text::tr("The response was dropped at a breakpoint.")
                    : Text::tr("The request was dropped at a breakpoint."));
    if (!request.nameless.isEmpty())
        error.sentence += u' '
            + Text::tr("Meanwhile the server sent a response without an id: %1.")
                  .arg(request.nameless);
    return error;
}

LogLifecycle timedOutLine(const rpc::Id &id, const Error &error, bool isCancelled)
{
    const QLatin1String cancelled(isCancelled ? rpc::lifecycle::kCancelledMark.data() : "");
    return {QLatin1String(rpc::lifecycle::kRequestTimedOut),
        error.sentence % cancelled % QLatin1String(rpc::lifecycle::kIdMark.data())
            % json::toQString(id)};
}

Error subscriptionEnded(const QString &reason)
{
    return makeError(Domain::Cancelled,
        reason.isEmpty() ? Text::tr("The server ended the subscription.")
                         : Text::tr("The server ended the subscription: %1").arg(reason));
}

QString withdrawn(const QString &reason)
{
    return reason.isEmpty() ? Text::tr("The server cancelled the request.")
                            : Text::tr("The server cancelled the request: %1").arg(reason);
}

Error sessionForgotten(const wire::HttpFailure &failure, std::string_view method)
{
    Error error = httpError(failure);
    if (failure.mayHaveActed)
        error.sentence = Text::tr("The server forgot the session while it worked on %1. Whether "
                                  "it completed the request is not known.")
                             .arg(json::toQString(method));
    return error;
}

Error errorOf(const rpc::Message &response, int lostStatus)
{
    constexpr qsizetype kMaxQuoted = 300; // characters of the server's text
    Error error = serverError(response);
    if (lostStatus == 0)
        return error;
    error.domain = Domain::Protocol;
    error.sentence = Text::tr(
        "The server does not know the session of the request (status %1). Connect again for a "
        "new session. MCP requires status 404 here, after which Sonde begins a new session by "
        "itself. The server's message: “%2”")
                         .arg(QString::number(lostStatus),
                             response.error()["message"].toString().simplified().left(kMaxQuoted));
    return error;
}

Error connectionEnded(const QString &why)
{
    return makeError(Domain::Transport,
        Text::tr("The connection ended before the response arrived: %1.").arg(why));
}

Error processEnded(const QString &why)
{
    return makeError(
        Domain::Transport, Text::tr("The process ended before it responded: %1.").arg(why));
}

Error echoed(std::string_view method, const QString &evidence)
{
    return {.domain = Domain::Protocol,
        .sentence = Text::tr(
            "The request %1 came back instead of a response. The program echoes its input, "
            "so it is not an MCP server.")
                        .arg(json::toQString(method)),
        .detail = evidence};
}

QString idInUse(const QString &id)
{
    return Text::tr("A request with the id %1 is still waiting; a response will be matched to "
                    "that request.")
        .arg(id);
}

} // namespace sonde::mcp::session
