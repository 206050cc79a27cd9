// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/flow/flowtables.h"
#include "json/decimal.h"

namespace sonde::findings {

namespace {

// A notification and a response may cross on the way.
constexpr std::size_t kCrossing = 1;

// The requests of the party that sends this cancellation.
const RequestLog &ownRequests(const Context &context)
{
    return context.connection.requestsOn(context.record.channel);
}

json::Value cancelledId(const Context &context)
{
    return context.params()["requestId"];
}

void namesRequest(const Context &context, Report &report)
{
    // 2025-11-25: a task is cancelled by tasks/cancel, but older drafts named it here.
    if (!cancelledId(context) && !context.params()["taskId"])
        report.whole(Text::tr("`notifications/cancelled` has no `requestId`."));
}

void ownRequestsOnly(const Context &context, Report &report)
{
    const auto id = cancelledId(context);
    // Without an earlier request the recording may have begun in the middle of a conversation.
    if (ownRequests(context).hasMissed())
        return report.notTested();
    if (!ownRequests(context).wasUsed(id.raw()))
        report.at(id, Text::tr("No request of the sender has the id %1.").arg(shown(id)));
}

void inFlightOnly(const Context &context, Report &report)
{
    const auto id = cancelledId(context);
    const RequestLog &requests = ownRequests(context);
    if (requests.open(id.raw()))
        return;
    const SeenRequest *request = requests.closed(id.raw());
    if (!request || requests.messagesSince(*request) <= kCrossing)
        return report.notTested();
    report
        .at(id,
            Text::tr("The request with the id %1 already has the response #%2.")
                .arg(shown(id), QString::number(request->response)))
        .messages.push_back(request->response);
}

void notInitialize(const Context &context, Report &report)
{
    const auto id = cancelledId(context);
    const SeenRequest *request = ownRequests(context).open(id.raw());
    if (!request)
        return report.notTested();
    if (request->method == "initialize")
        report.at(id, Text::tr("The client cancels `initialize`."));
}

// Whether the receiver of a request knows that it was cancelled: it has answered something that
// came after the cancellation. Until then messages may cross, and one that does one thing after the
// other has not read it.
bool isCancelled(const Context &context, const SeenRequest *request)
{
    const auto &requests = context.connection.requestsOn(opposite(context.record.channel));
    return request && request->cancelled != 0 && requests.newestAnswered() > request->cancelled;
}

void noResponse(const Context &context, Report &report)
{
    if (!isCancelled(context, context.request))
        return report.notTested();
    report
        .at(context.root()["id"],
            Text::tr("The request with the id %1 was cancelled, but gets a response.")
                .arg(shown(context.message.id)))
        .messages.push_back(context.request->cancelled);
}

// The cancellation puts the receiver to the test; what it sends afterwards is judged when it comes.
void cancelsOpenRequest(const Context &context, Report &report)
{
    if (!ownRequests(context).open(cancelledId(context).raw()))
        report.notTested();
}

void noProgress(const Context &context, Report &report)
{
    const auto token = context.params()["progressToken"];
    const auto &requests = context.connection.requestsOn(opposite(context.record.channel));
    const SeenRequest *request = requests.byToken(token.raw());
    if (!isCancelled(context, request))
        return report.notTested();
    report.at(token, Text::tr("The request with this progress token was cancelled."))
        .messages.push_back(request->cancelled);
}

void serverOnlyForListen(const Context &context, Report &report)
{
    const auto id = cancelledId(context);
    const SeenRequest *request = id ? context.connection.sent.open(id.raw()) : nullptr;
    if (context.isFromClient())
        return report.notTested();
    if (!request || request->method != "subscriptions/listen")
        report.whole(Text::tr("The server cancels something else than a `subscriptions/listen`."));
}

// 2026-07-28 basic/transports/streamable-http: the response stream is closed instead.
void byDisconnect(const Context &context, Report &report)
{
    if (!context.connection.isHttp || !context.isFromClient())
        return report.notTested();
    if (context.message.method == "notifications/cancelled")
        report.at(context.root()["method"],
            Text::tr(
                "The client posts `notifications/cancelled`; over HTTP it closes the stream of "
                "the response instead."));
}

void tokenType(const Context &context, Report &report)
{
    const bool isNotification = context.message.method == "notifications/progress";
    const auto token = isNotification ? context.params()["progressToken"]
                                      : context.params()["_meta"]["progressToken"];
    if (!token)
        return report.notTested();
    if (!token.isString() && !(token.isNumber() && json::Decimal(token.raw()).isInteger()))
        report.at(token,
            Text::tr("The progress token %1 is neither a string nor an integer.")
                .arg(shown(token)));
}

void tokenUnique(const Context &context, Report &report)
{
    const auto token = context.params()["_meta"]["progressToken"];
    const SeenRequest *other = ownRequests(context).byToken(token.raw());
    if (other && other->response == 0 && other->cancelled == 0)
        report
            .at(token,
                Text::tr("The request #%1 has the same progress token and is still running.")
                    .arg(other->number))
            .messages.push_back(other->number);
}

constexpr std::string_view kCancelled = "notifications/cancelled";

constexpr Rule kRules[] = {
    {"cancel.names-request", On::Notification, kCancelled, &namesRequest},
    {"cancel.own-requests-only", On::Notification, kCancelled, &ownRequestsOnly,
        "params/requestId"},
    {"cancel.in-flight-only", On::Notification, kCancelled, &inFlightOnly, "params/requestId"},
    {"cancel.not-initialize", On::Notification, kCancelled, &notInitialize, "params/requestId"},
    {"cancel.server-only-for-listen", On::Notification, kCancelled, &serverOnlyForListen},
    {"cancel.http-by-disconnect", On::Request, {}, &byDisconnect},
    {"cancel.http-by-disconnect", On::Notification, kCancelled, &byDisconnect},
    {"cancel.no-response", On::Result, {}, &noResponse},
    {"cancel.no-response", On::Error, {}, &noResponse},
    {"cancel.no-response", On::Notification, kCancelled, &cancelsOpenRequest, "params/requestId"},
    {"cancel.no-further-messages", On::Result, {}, &noResponse},
    {"cancel.no-further-messages", On::Error, {}, &noResponse},
    {"cancel.no-further-messages", On::Notification, "notifications/progress", &noProgress,
        "params/progressToken"},
    {"progress.token-type", On::Request, {}, &tokenType},
    {"progress.token-type", On::Notification, "notifications/progress", &tokenType},
    {"progress.token-unique", On::Request, {}, &tokenUnique, "params/_meta/progressToken"},
};

} // namespace

std::span<const Rule> cancelRules()
{
    return kRules;
}

} // namespace sonde::findings
