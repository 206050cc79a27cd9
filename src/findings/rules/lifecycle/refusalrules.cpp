// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/context/logrank.h"
#include "findings/context/probes.h"
#include "findings/rules/lifecycle/lifecycletables.h"
#include "rpc/endreport.h"
#include "rpc/lifecycle.h"

#include <cstdint>
#include <optional>
#include <string>

namespace sonde::findings {

namespace {

constexpr int kNotFound = -32002; // 2025-11-25 server/resources#error-handling

json::Value paramsOf(const Context &context)
{
    return context.request ? context.request->params() : json::Value();
}

QString codeOf(const Context &context)
{
    return shown(context.error()["code"]);
}

// What a refusal has instead of an error with that code: nothing; a result; another code.
void expectError(const Context &context, Report &report, const QString &what, int code)
{
    if (context.result())
        report.at(context.result(),
            Text::tr("%1 gives a result, not the error %2.").arg(what, QString::number(code)));
    else if (context.message.errorCode() != code)
        report
            .at(context.error()["code"],
                Text::tr("%1 gives the error %2, not %3.")
                    .arg(what, codeOf(context), QString::number(code)))
            .instead = {{}, std::to_string(code)};
}

// Servers may have methods of their own, which may fail in their own way.
void unknownMethod(const Context &context, Report &report)
{
    if (!context.request || context.request->method != probe::kMethod)
        return report.notTested();
    expectError(context, report, Text::tr("An unknown method"), rpc::kMethodNotFound);
}

// The response to a text of the client that is no message, which has no id to respond with.
void brokenRefused(const Context &context, Report &report)
{
    const Connection &connection = context.connection;
    // Over HTTP the exchange is judged.
    if (connection.brokenSent == 0 || connection.isHttp || context.isFromClient()
        || context.record.pair != 0 || !context.error())
        return report.notTested();
    const int code = connection.isBrokenJson ? rpc::kParseError : rpc::kInvalidRequest;
    if (context.message.errorCode() == code)
        return;
    Finding &found = report.at(context.error()["code"],
        Text::tr("The text #%1 is not a message, and gives the error %2, not %3.")
            .arg(connection.brokenSent)
            .arg(codeOf(context), QString::number(code)));
    found.messages.push_back(connection.brokenSent);
    found.instead = {{}, std::to_string(code)};
}

// Silence is left to servers: up to 2025-06-18 no error without an id is allowed.
void brokenEndsServer(const Context &context, Report &report)
{
    const Connection &connection = context.connection;
    // A server that exits in good order may have been asked to: its stdin was closed.
    rpc::EndReport orderly;
    orderly.exitCode = 0;
    const bool isOrderly = rpc::EndReport::inLine(context.message.bytes().view()) == orderly;
    if (connection.brokenSent == 0 || connection.isHttp || isOrderly)
        return report.notTested();
    report.whole(Text::tr("The server ended after a text that is not a message."))
        .messages.push_back(connection.brokenSent);
}

std::optional<std::int64_t> errorCodeOf(const json::Document &response)
{
    return response.root()["error"]["code"].toInt64();
}

void brokenOverHttp(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const int status = exchange.status();
    const bool isBroken =
        exchange.isPost() && !exchange.body.bytes().isEmpty() && !exchange.body.isValid();
    if (!isBroken || status == 0 || status == 401 || status == 403 || status == 429)
        return report.notTested();
    const auto code = errorCodeOf(exchange.responseBody);
    if (exchange.succeeded() || status >= 500)
        report.whole(
            Text::tr("A POST whose body is not JSON gets status %1, not 400.").arg(status));
    else if (code && *code != rpc::kParseError)
        report.whole(Text::tr("A POST whose body is not JSON gives the error %1, not %2.")
                         .arg(*code)
                         .arg(rpc::kParseError));
}

void batchReceived(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const auto body = exchange.body.root();
    const int status = exchange.status();
    if (!exchange.isPost() || !body.isArray() || body.count() == 0 || status == 0 || status == 401
        || status == 403 || status == 429)
        return report.notTested();
    if (!exchange.succeeded())
        report.whole(Text::tr("The server refuses a batch with status %1, but must accept batches.")
                         .arg(status));
    else if (const auto code = errorCodeOf(exchange.responseBody); code)
        report.whole(
            Text::tr("The server refuses a batch with the error %1, but must accept batches.")
                .arg(*code));
}

// Over stdio. That some requests of it get no response is for jsonrpc.every-request-answered.
void batchOverStdio(const Context &context, Report &report)
{
    const auto batch = context.connection.batchSent;
    if (batch == 0 || context.isFromClient())
        return report.notTested();
    const int code = context.message.errorCode();
    // A refusal of the whole batch has no id. With one open request it is paired nevertheless.
    const auto id = context.root()["id"];
    const bool isRefusal = context.error() && (!id || id.isNull())
        && (code == rpc::kInvalidRequest || code == rpc::kParseError);
    if (isRefusal)
        report
            .at(context.error()["code"],
                Text::tr(
                    "The server refuses the batch that ends with #%1 with the error %2, but must "
                    "accept batches.")
                    .arg(batch)
                    .arg(codeOf(context)))
            .messages.push_back(batch);
    else if (!context.request)
        report.notTested();
}

struct Needed {
    std::string_view method;
    const char *parameter;
};
constexpr Needed kNeeded[]{
    {"tools/call", "name"}, {"prompts/get", "name"}, {"resources/read", "uri"}};

void missingParameter(const Context &context, Report &report)
{
    for (const Needed &each : kNeeded) {
        if (!context.request || context.request->method != each.method
            || context.request->text.isEmpty() || paramsOf(context)[each.parameter])
            continue;
        return expectError(context, report,
            Text::tr("`%1` without `%2`")
                .arg(QLatin1String(each.method.data(), qsizetype(each.method.size())),
                    QLatin1String(each.parameter)),
            rpc::kInvalidParams);
    }
    report.notTested();
}

// What a check sends needs no time, but for what the server itself has listed: a tool may work for
// long, and a resource may be far away.
bool mayTakeLong(const SeenRequest &request)
{
    if (request.origin != rpc::Origin::Check)
        return true;
    for (const Needed &each : kNeeded) {
        if (request.method != each.method)
            continue;
        const auto named = request.params()[each.parameter];
        return named && !named.equals(probe::kTool) && !named.equals(probe::kPrompt)
            && !named.equals(probe::kUri);
    }
    return false;
}

// Whether the server may still have responded: Sonde cancelled the request when its own limit was
// over, which may be short for the work; or the client owes the response to a request of the server
// on which the server's own depends.
bool hasExcuse(const Context &context, const SeenRequest &request)
{
    const bool isCancelled = rpc::lifecycle::isCancelled(context.message.bytes().view());
    return (isCancelled && mayTakeLong(request))
        || context.connection.received.hasOpenSince(request.number);
}

// A probe comes before the handshake, and no legacy revision says that a server must respond to
// anything but ping then (2025-11-25 basic/lifecycle#initialization).
bool isUnknownProbe(const Context &context, const SeenRequest &request)
{
    return request.method == "server/discover" && !context.connection.servesModern;
}

// A process that has sent nothing yet may not have begun to read: a busy machine starts it slowly,
// above all a second time beside the first one.
bool isStarting(const Connection &connection)
{
    return !connection.isHttp && connection.lastReceived.number == 0;
}

void requestTimedOut(const Context &context, Report &report)
{
    const auto id = rpc::lifecycle::timedOutId(context.message.bytes().view());
    const SeenRequest *request = context.connection.sent.open(id);
    if (!request || isStarting(context.connection) || hasExcuse(context, *request)
        || isUnknownProbe(context, *request))
        return report.notTested();
    Finding &found =
        report.whole(Text::tr("The request `%1` with the id %2 got no response within the limit.")
                         .arg(shown(request->method), shown(id)));
    found.messages.insert(found.messages.begin(), request->number);
    found.about = request->about;
    found.party = Party::Server; // only the client's requests have a limit
}

// A response is all that is needed.
void requestAnswered(const Context &context, Report &report)
{
    if (!context.request)
        report.notTested();
}

// Whether the cursor of the request is none of the list's.
bool hasUnknownCursor(const Context &context)
{
    const auto cursor = paramsOf(context)["cursor"];
    const auto &known = context.connection.cursors;
    return cursor.equals(probe::kCursor)
        && !known.contains(context.request->method + ' ' + cursor.text());
}

void invalidCursor(const Context &context, Report &report)
{
    if (!hasUnknownCursor(context))
        return report.notTested();
    expectError(context, report, Text::tr("An unknown cursor"), rpc::kInvalidParams);
}

void resourceNotFound(const Context &context, Report &report)
{
    if (!paramsOf(context)["uri"].equals(probe::kUri))
        return report.notTested();
    expectError(context, report, Text::tr("An unknown resource"),
        context.isModern() ? rpc::kInvalidParams : kNotFound);
}

void promptNotFound(const Context &context, Report &report)
{
    if (!paramsOf(context)["name"].equals(probe::kPrompt))
        return report.notTested();
    expectError(context, report, Text::tr("An unknown prompt"), rpc::kInvalidParams);
}

void taskNotFound(const Context &context, Report &report)
{
    if (!paramsOf(context)["taskId"].equals(probe::kTask))
        return report.notTested();
    expectError(context, report, Text::tr("An unknown task"), rpc::kInvalidParams);
}

void referenceNotFound(const Context &context, Report &report)
{
    if (!paramsOf(context)["ref"]["name"].equals(probe::kPrompt))
        return report.notTested();
    expectError(
        context, report, Text::tr("A completion for an unknown prompt"), rpc::kInvalidParams);
}

void unknownLevel(const Context &context, Report &report)
{
    const auto level = paramsOf(context)["level"];
    if (!level || logRankOf(level.text()) >= 0)
        return report.notTested();
    expectError(context, report, Text::tr("An unknown log level"), rpc::kInvalidParams);
}

constexpr Rule kRules[] = {
    {"jsonrpc.unknown-method", On::Result, {}, &unknownMethod},
    {"jsonrpc.unknown-method", On::Error, {}, &unknownMethod},
    {"jsonrpc.malformed-json", On::Error, {}, &brokenRefused},
    {"jsonrpc.malformed-json", On::Invalid, {}, &brokenRefused},
    {"jsonrpc.malformed-json", On::Lifecycle, "process ended", &brokenEndsServer},
    {"jsonrpc.malformed-json", On::Exchange, {}, &brokenOverHttp, {}, Over::StreamableHttp},
    {"batch.received", On::Exchange, {}, &batchReceived, {}, Over::StreamableHttp},
    {"batch.received", On::Result, {}, &batchOverStdio},
    {"batch.received", On::Error, {}, &batchOverStdio},
    {"batch.received", On::Invalid, {}, &batchOverStdio},
    {"jsonrpc.invalid-params", On::Result, {}, &missingParameter},
    {"jsonrpc.invalid-params", On::Error, {}, &missingParameter},
    {"jsonrpc.every-request-answered", On::Lifecycle, rpc::lifecycle::kRequestTimedOut,
        &requestTimedOut},
    {"jsonrpc.every-request-answered", On::Result, {}, &requestAnswered},
    {"jsonrpc.every-request-answered", On::Error, {}, &requestAnswered},
    {"pagination.invalid-cursor", On::Result, {}, &invalidCursor},
    {"pagination.invalid-cursor", On::Error, {}, &invalidCursor},
    {"resources.not-found-32002", On::Result, "resources/read", &resourceNotFound},
    {"resources.not-found-32002", On::Error, "resources/read", &resourceNotFound},
    {"resources.not-found-32602", On::Result, "resources/read", &resourceNotFound},
    {"resources.not-found-32602", On::Error, "resources/read", &resourceNotFound},
    {"prompts.errors", On::Result, "prompts/get", &promptNotFound},
    {"prompts.errors", On::Error, "prompts/get", &promptNotFound},
    {"tasks.errors", On::Result, "tasks/get", &taskNotFound},
    {"tasks.errors", On::Error, "tasks/get", &taskNotFound},
    {"completion.errors", On::Result, "completion/complete", &referenceNotFound},
    {"completion.errors", On::Error, "completion/complete", &referenceNotFound},
    {"logging.invalid-level", On::Result, "logging/setLevel", &unknownLevel},
    {"logging.invalid-level", On::Error, "logging/setLevel", &unknownLevel},
};

} // namespace

std::span<const Rule> refusalRules()
{
    return kRules;
}

} // namespace sonde::findings
