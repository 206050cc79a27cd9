// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/utf8.h"
#include "findings/catalogue/findingstr.h"
#include "findings/rules/base/brokentext.h"
#include "findings/rules/base/otherprocess.h"
#include "findings/rules/message/messagetables.h"
#include "mcp/message/repeatedmembers.h"
#include "json/decimal.h"

namespace sonde::findings {

namespace {

constexpr int kShortMessage = 200; // characters of an error's message
constexpr Revision kFirstWithoutId = Revision::R20251125; // the id of an error is optional
constexpr Revision kFirstWithUtf8 = Revision::R20250326; // jsonrpc.utf-8

bool isResponse(const Context &context)
{
    return context.record.kind == rpc::Kind::Response
        || context.record.kind == rpc::Kind::ErrorResponse;
}

bool isResult(const Context &context)
{
    return context.record.kind == rpc::Kind::Response;
}

// A response that matches no request.
bool isUnmatched(const Context &context)
{
    return isResponse(context) && context.record.pair == 0;
}

// Without a matching id it is a response to what came just before it. With the id null, to a
// notification that the sender has not yet reacted to, when the peer goes on without waiting.
bool respondsToNotification(const Context &context)
{
    if (!isUnmatched(context))
        return false;
    if (context.connection.brokenSent != 0 && !context.isFromClient())
        return false; // it responds to that
    const auto &requests = context.connection.requestsOn(opposite(context.record.channel));
    if (isResult(context) && requests.openCount() > 0)
        return false; // only a request gets a result
    const auto &peer = context.connection.lastOfPeer(context.record.channel);
    const auto &own = context.connection.lastOf(context.record.channel);
    return peer.kind == rpc::Kind::Notification
        || (context.root()["id"].isNull() && peer.notification > own.number);
}

// The value of a text that is JSON. What was read of another one shows nothing: a member may be
// missing because the text could not be read that far.
json::Value wholeRoot(const Context &context)
{
    const bool isBroken = context.message.document.error() || brokenBy(context) == Broken::Output;
    return isBroken ? json::Value() : context.root();
}

void versionMember(const Context &context, Report &report)
{
    const Broken broken = brokenBy(context);
    const bool isForUtf8 = broken == Broken::Encoding && context.revision >= kFirstWithUtf8;
    if (broken == Broken::Syntax || (broken == Broken::Encoding && !isForUtf8)) {
        report.whole(Text::tr("The message is not JSON. %1")
                         .arg(placeOfError(*context.message.document.error())));
        return;
    }
    const auto root = wholeRoot(context);
    if (!root.isObject()) {
        if (broken == Broken::No && !(root.isArray() && isPosted(context)))
            report.whole(Text::tr("The message is %1, not an object.").arg(shown(root)));
        else
            report.notTested();
        return;
    }
    const auto version = root["jsonrpc"];
    if (!version) {
        Finding &found = report.at(root, Text::tr("The message has no `jsonrpc`."));
        found.remedy = Text::tr("Add \"jsonrpc\":\"2.0\".");
        found.instead = {"jsonrpc", R"("2.0")"};
    } else if (!version.equals("2.0")) {
        report.at(version, Text::tr("`jsonrpc` is %1, not \"2.0\".").arg(shown(version)))
            .instead = {{}, R"("2.0")"};
    }
}

void membersOnce(const Context &context, Report &report)
{
    const std::string_view method =
        context.request ? std::string_view(context.request->method) : context.message.method.view();
    for (const auto &repeated : mcp::repeatedMembers(context.message.document, method))
        report.at(repeated.value, repeated.sentence()).remedy = repeated.isOtherCase
            ? Text::tr("Remove the member that has the wrong case.")
            : Text::tr("Write each member of an object once.");
}

void messageKind(const Context &context, Report &report)
{
    const auto root = wholeRoot(context);
    if (!root.isObject())
        return report.notTested();
    const bool hasMethod = root["method"].exists();
    const bool hasOutcome = root["result"].exists() || root["error"].exists();
    if (hasMethod && hasOutcome)
        report.at(root, Text::tr("The message has a `method` and also a `result` or an `error`."));
    else if (!hasMethod && !hasOutcome && !root["id"])
        report.at(root, Text::tr("The message has neither `method`, `result` nor `error`."));
    else if (!hasMethod && root["result"] && !root["id"])
        report.at(root, Text::tr("The message has a `result`, but no `id`.")).remedy =
            Text::tr("Repeat the id of the request.");
}

void resultOrError(const Context &context, Report &report)
{
    const auto root = wholeRoot(context);
    if (!root.isObject() || !root["id"] || root["method"])
        return report.notTested();
    if (!root["result"] && !root["error"])
        report.at(root,
            Text::tr("The response with the id %1 has no `result` and no `error`.")
                .arg(shown(root["id"])));
}

void requestIdType(const Context &context, Report &report)
{
    const auto root = wholeRoot(context);
    const auto id = root["id"];
    if (!root["method"] || !id || id.isNull())
        return report.notTested();
    if (id.isString())
        return;
    if (!id.isNumber())
        report.at(id, Text::tr("The id %1 is neither a string nor an integer.").arg(shown(id)));
    else if (!json::Decimal(id.raw()).isInteger())
        report.at(id, Text::tr("The id %1 is not an integer.").arg(shown(id)));
}

void requestIdNotNull(const Context &context, Report &report)
{
    const auto root = wholeRoot(context);
    if (!root["method"] || !root["id"])
        return report.notTested();
    if (root["id"].isNull())
        report.at(root["id"], Text::tr("The id of the request is null.")).remedy =
            Text::tr("Use a string or an integer, or leave the id out for a notification.");
}

// JSON-RPC 2.0 section 5.1: codes of the server's own.
bool isServersOwn(std::int64_t code)
{
    return code <= -32000 && code >= -32099;
}

// JSON-RPC 2.0 section 5: null if there was an error in detecting the id in the request. Over HTTP
// a server may refuse what it has not read, such as a GET or a POST in another media type
// (2025-06-18 basic/transports: an error response that has no id), with a code of its own: see
// nullIdInBody.
bool isUnread(const Context &context)
{
    const int code = context.message.errorCode();
    return code == rpc::kParseError || code == rpc::kInvalidRequest
        || (isServersOwn(code) && context.connection.isHttp);
}

void errorIdNull(const Context &context, Report &report)
{
    const auto root = wholeRoot(context);
    const bool isIdOptional = context.revision >= kFirstWithoutId;
    if (root["method"] || !root["id"] || (!isIdOptional && isUnread(context)))
        return report.notTested();
    if (root["id"].isNull())
        report.at(root["id"], Text::tr("The id of the response is null.")).remedy = isIdOptional
            ? Text::tr("Repeat the id of the request. If it could not be read, leave the id out.")
            : Text::tr("Repeat the id of the request.");
}

// What is not read is refused with an error status (2025-06-18 basic/transports): with another one
// the request has been read, and so has its id.
void nullIdInBody(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const auto response = exchange.responseBody.root();
    const auto code = response["error"]["code"].toInt64().value_or(0);
    if (context.revision >= kFirstWithoutId || !exchange.carriesRequest() || !exchange.succeeded()
        || !isServersOwn(code))
        return report.notTested();
    if (!response["id"].isNull())
        return;
    Finding &found = report.whole(Text::tr("The id of the response is null."));
    found.party = Party::Server;
    found.remedy = Text::tr("Repeat the id of the request.");
}

void utf8(const Context &context, Report &report)
{
    const auto text = context.message.bytes().view();
    if (brokenBy(context) != Broken::Encoding)
        return report.notTested();
    if (text.starts_with(kByteOrderMark)) {
        report.whole(Text::tr("The message begins with a byte order mark (EF BB BF).")).remedy =
            Text::tr("Write UTF-8 without a byte order mark.");
        return;
    }
    Finding &found =
        report.whole(isUtf16(text) ? Text::tr("The message is encoded in UTF-16.")
                                   : Text::tr("The message is not UTF-8. %1")
                                         .arg(placeOfError(*context.message.document.error())));
    found.remedy = context.connection.isHttp ? Text::tr("Encode the body as UTF-8.")
        : context.isFromClient()             ? Text::tr("Encode stdin as UTF-8.")
                                             : Text::tr("Encode stdout as UTF-8.");
}

// Readers ignore a mark before the JSON of a body: what follows it is a message like any other.
void utf8Body(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (exchange.responseBody.bytes().isEmpty())
        return report.notTested();
    if (!exchange.isResponseMarked)
        return;
    Finding &found = report.whole(
        Text::tr("The body of the response begins with a byte order mark (EF BB BF)."));
    found.party = Party::Server;
    found.remedy = Text::tr("Write UTF-8 without a byte order mark.");
}

// Messages have been read, so they are UTF-8.
void utf8Message(const Context &, Report &) { }

void notificationWithoutId(const Context &context, Report &report)
{
    if (!context.message.method.view().starts_with("notifications/"))
        return report.notTested();
    if (context.root()["id"])
        report.at(context.root()["id"],
            Text::tr("The notification `%1` has the id %2, which makes it a request.")
                .arg(shown(context.message.method), shown(context.root()["id"])));
}

void notificationNotAnswered(const Context &context, Report &report)
{
    const auto &last = context.connection.lastOfPeer(context.record.channel);
    const auto notification = last.notification;
    if (notification == 0)
        return report.notTested();
    if (!respondsToNotification(context))
        return;
    // Over HTTP an error may be the body of the response to another request, such as a GET; and
    // whether it may be that of the notification's own POST depends on the status: see
    // answeredPost.
    if (last.carrier != 0 || trace::carrierOf(context.record) != 0)
        return report.notTested();
    report
        .at(context.root()["id"],
            Text::tr("This response follows the notification #%1 and matches no request.")
                .arg(notification))
        .messages.push_back(notification);
}

// 2025-11-25 basic/transports#sending-messages-to-the-server, 4: input that is not accepted gets an
// error status, whose body may be a JSON-RPC error without an id.
void answeredPost(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (!exchange.isPost() || !exchange.carriesNotification() || !exchange.succeeded())
        return report.notTested();
    const auto response = exchange.responseBody.root();
    if (!response["result"] && !response["error"])
        return;
    report
        .whole(Text::tr("The POST of the notification `%1` has status %2 and a response in its "
                        "body: %3.")
                   .arg(shown(context.message.method), QString::number(exchange.status()),
                       shown(response)))
        .party = Party::Server;
}

// "1" for 1, or 1 for "1".
rpc::Id otherType(std::string_view id)
{
    if (id.size() > 2 && id.front() == '"')
        return rpc::Id(id.substr(1, id.size() - 2));
    return '"' + rpc::Id(id) + '"';
}

void responseIdMatches(const Context &context, Report &report)
{
    const auto &requests = context.connection.requestsOn(opposite(context.record.channel));
    if (!isUnmatched(context))
        return;
    // Without an earlier request the recording may have begun in the middle of a conversation.
    const bool isError = !isResult(context);
    if (context.message.id.empty() || (isError && context.root()["id"].isNull())
        || respondsToNotification(context) || requests.hasMissed()
        || context.record.problem == rpc::Problem::DuplicateId
        || requests.closed(context.message.id)
        || (context.connection.brokenSent != 0 && !context.isFromClient()))
        return report.notTested();
    Finding &found = report.at(context.root()["id"],
        Text::tr("No open request has the id %1.").arg(shown(context.message.id)));
    if (const SeenRequest *meant = requests.open(otherType(context.message.id))) {
        found.messages.push_back(meant->number);
        found.remedy = Text::tr("The request has the id %1: repeat the id with the same JSON type.")
                           .arg(shown(meant->id));
        found.instead = {{}, meant->id};
    }
}

void oneResponsePerRequest(const Context &context, Report &report)
{
    if (!isUnmatched(context))
        return;
    const auto &requests = context.connection.requestsOn(opposite(context.record.channel));
    const SeenRequest *request = requests.closed(context.message.id);
    if (context.message.id.empty() || !request)
        return report.notTested();
    Finding &found = report.at(context.root()["id"],
        Text::tr("The request with the id %1 already has the response #%2.")
            .arg(shown(request->id), QString::number(request->response)));
    found.messages.push_back(request->response);
    found.messages.push_back(request->number);
}

void idUnusedInSession(const Context &context, Report &report)
{
    const auto &requests = context.connection.requestsOn(context.record.channel);
    // With `initialize` a session begins, and so do its ids.
    if (requests.count() == 0 || context.message.method == "initialize")
        return report.notTested();
    if (requests.wasUsed(context.message.id))
        report.at(context.root()["id"],
            Text::tr("An earlier request of this session has the id %1, too.")
                .arg(shown(context.message.id)));
}

void idNotInFlight(const Context &context, Report &report)
{
    const auto &requests = context.connection.requestsOn(context.record.channel);
    if (requests.openCount() == 0)
        return report.notTested();
    const SeenRequest *other = requests.open(context.message.id);
    if (other && !mayBeOfOtherProcess(context, *other))
        report
            .at(context.root()["id"],
                Text::tr("The request #%1 with the id %2 has no response yet.")
                    .arg(other->number)
                    .arg(shown(context.message.id)))
            .messages.push_back(other->number);
}

void resultIsObject(const Context &context, Report &report)
{
    const auto result = context.result();
    if (result && !result.isObject())
        report.at(result, Text::tr("The result is %1, not an object.").arg(shown(result)));
}

void notResultAndError(const Context &context, Report &report)
{
    if (context.root()["result"] && context.root()["error"])
        report.at(context.root(), Text::tr("The response has both `result` and `error`."));
}

void errorCodeAndMessage(const Context &context, Report &report)
{
    const auto error = context.error();
    if (error && !error.isObject())
        report.at(error, Text::tr("`error` is %1, not an object.").arg(shown(error)));
    else if (error && !error["code"])
        report.at(error, Text::tr("The error has no `code`.")).instead = {
            "code", std::to_string(rpc::kInternalError)};
    else if (error && !error["message"])
        report.at(error, Text::tr("The error has no `message`.")).instead = {
            "message", R"("Internal error")"};
    else if (error && !error["message"].isString())
        report.at(error,
            Text::tr("`message` of the error is %1, not a string.").arg(shown(error["message"])));
}

void errorCodeInteger(const Context &context, Report &report)
{
    const auto code = context.error()["code"];
    if (code && (!code.isNumber() || !json::Decimal(code.raw()).isInteger()))
        report.at(code, Text::tr("The error code %1 is not an integer.").arg(shown(code)));
}

void errorMessageShort(const Context &context, Report &report)
{
    const auto message = context.error()["message"];
    const QString text = message.toString();
    const auto lines = text.trimmed().count(u'\n') + 1;
    if (lines > 1)
        report.at(message,
            Text::tr("The error message has %1 lines; JSON-RPC asks for one short sentence.")
                .arg(lines));
    else if (text.size() > kShortMessage)
        report.at(message,
            Text::tr("The error message has %1 characters; JSON-RPC asks for one short sentence.")
                .arg(text.size()));
}

constexpr Rule kRules[] = {
    {"jsonrpc.version-member", On::Message, {}, &versionMember},
    {"jsonrpc.version-member", On::Invalid, {}, &versionMember},
    {"jsonrpc.utf-8", On::Message, {}, &utf8Message},
    {"jsonrpc.utf-8", On::Invalid, {}, &utf8},
    {"jsonrpc.utf-8", On::Exchange, {}, &utf8Body, {}, Over::StreamableHttp},
    {"jsonrpc.members-once", On::Message, {}, &membersOnce},
    {"jsonrpc.message-kind", On::Message, {}, &messageKind},
    {"jsonrpc.message-kind", On::Invalid, {}, &messageKind},
    {"jsonrpc.result-or-error", On::Result, {}, &resultOrError},
    {"jsonrpc.result-or-error", On::Error, {}, &resultOrError},
    {"jsonrpc.result-or-error", On::Invalid, {}, &resultOrError},
    {"jsonrpc.request-id-type", On::Request, {}, &requestIdType},
    {"jsonrpc.request-id-type", On::Invalid, {}, &requestIdType},
    {"jsonrpc.request-id-not-null", On::Invalid, {}, &requestIdNotNull},
    {"jsonrpc.request-id-not-null", On::Request, {}, &requestIdNotNull},
    {"jsonrpc.error-id-null", On::Invalid, {}, &errorIdNull},
    {"jsonrpc.error-id-null", On::Error, {}, &errorIdNull},
    {"jsonrpc.error-id-null", On::Exchange, {}, &nullIdInBody, {}, Over::StreamableHttp},
    {"jsonrpc.notification-without-id", On::Request, {}, &notificationWithoutId},
    {"jsonrpc.notification-without-id", On::Notification, {}, &notificationWithoutId},
    {"jsonrpc.notification-not-answered", On::Result, {}, &notificationNotAnswered},
    {"jsonrpc.notification-not-answered", On::Error, {}, &notificationNotAnswered},
    {"jsonrpc.notification-not-answered", On::Exchange, {}, &answeredPost, {},
        Over::StreamableHttp},
    {"jsonrpc.response-id-matches", On::Result, {}, &responseIdMatches},
    {"jsonrpc.response-id-matches", On::Error, {}, &responseIdMatches},
    {"jsonrpc.one-response-per-request", On::Result, {}, &oneResponsePerRequest},
    {"jsonrpc.one-response-per-request", On::Error, {}, &oneResponsePerRequest},
    {"jsonrpc.request-id-unused-in-session", On::Request, {}, &idUnusedInSession},
    {"jsonrpc.request-id-not-in-flight", On::Request, {}, &idNotInFlight},
    {"jsonrpc.result-is-object", On::Result, {}, &resultIsObject},
    {"jsonrpc.not-result-and-error", On::Result, {}, &notResultAndError},
    {"jsonrpc.not-result-and-error", On::Error, {}, &notResultAndError},
    {"jsonrpc.error-code-and-message", On::Error, {}, &errorCodeAndMessage},
    {"jsonrpc.error-code-integer", On::Error, {}, &errorCodeInteger, "error/code"},
    {"jsonrpc.error-message-short", On::Error, {}, &errorMessageShort, "error/message"},
};

} // namespace

std::span<const Rule> jsonRpcRules()
{
    return kRules;
}

} // namespace sonde::findings
