// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/message/messagetables.h"
#include "mcp/message/errorresponse.h"

#include <QString>

#include <string>

// The codes of errors, and what comes with them (2026-07-28 basic#error-codes).
namespace sonde::findings {

namespace {

// Numbers of the release candidate. Servers have the old codes for other purposes, too: what comes
// with the code tells.
int codeInstead(const json::Value &error, int code)
{
    const auto data = error["data"];
    if (code == -32004 && (data["supported"] || data["requested"]))
        return mcp::kUnsupportedProtocolVersion;
    if (code == -32003 && data["requiredCapabilities"])
        return mcp::kMissingClientCapability;
    if (code == -32001 && error["message"].toString().contains(u"header", Qt::CaseInsensitive))
        return mcp::kHeaderMismatch;
    return 0;
}

void draftCodes(const Context &context, Report &report)
{
    const int code = context.message.errorCode();
    const int instead = codeInstead(context.error(), code);
    if (instead == 0)
        return;
    report
        .at(context.error()["code"],
            Text::tr("The error code %1 is that of a release candidate; it is %2 now.")
                .arg(code)
                .arg(instead))
        .instead = {{}, std::to_string(instead)};
}

void ownCodesOutside(const Context &context, Report &report)
{
    const int code = context.message.errorCode();
    const bool isDefined = code == rpc::kParseError || code == rpc::kInvalidRequest
        || code == rpc::kMethodNotFound || code == rpc::kInvalidParams
        || code == rpc::kInternalError;
    // -32099 to -32000 are for servers, and partly for MCP.
    if (code >= -32768 && code < -32099 && !isDefined)
        report
            .at(context.error()["code"],
                Text::tr("The error code %1 is in the range of JSON-RPC, which does not define it.")
                    .arg(code))
            .remedy = Text::tr("Use a code outside the range from -32768 to -32000.");
}

void missingCapability(const Context &context, Report &report)
{
    if (context.message.errorCode() != mcp::kMissingClientCapability)
        return report.notTested();
    if (!context.error()["data"]["requiredCapabilities"].isObject())
        report.at(context.error(),
            Text::tr("The error %1 does not say in `data.requiredCapabilities` what is missing.")
                .arg(mcp::kMissingClientCapability));
}

void missingCapability400(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const auto code = exchange.responseBody.root()["error"]["code"].toInt64();
    if (code != mcp::kMissingClientCapability)
        return report.notTested();
    if (exchange.status() != 400)
        report.whole(Text::tr("The error %1 comes with status %2, not 400.")
                         .arg(mcp::kMissingClientCapability)
                         .arg(exchange.status()));
}

// An error without an id, while just one request waits that could be read.
void keepsRequestId(const Context &context, Report &report)
{
    const Connection &connection = context.connection;
    const auto &requests = connection.requestsOn(opposite(context.record.channel));
    const auto &last = connection.lastOfPeer(context.record.channel);
    const auto id = context.root()["id"];
    if (id && !id.isNull())
        return;
    const bool isBroken =
        !context.isFromClient() && (connection.brokenSent != 0 || connection.batchSent != 0);
    // It may respond to a notification, which is wrong in another way.
    const auto &own = connection.lastOf(context.record.channel);
    if (last.notification > own.number)
        return report.notTested();
    // Over HTTP the error may be the body of the response to another exchange.
    if (requests.openCount() != 1 || last.kind != rpc::Kind::Request || isBroken
        || connection.isHttp)
        return report.notTested();
    report
        .at(context.root(),
            Text::tr("The error has no id, but only the request #%1 waits for a response.")
                .arg(last.number))
        .messages.push_back(last.number);
}

constexpr Rule kRules[] = {
    {"errors.draft-codes", On::Error, {}, &draftCodes},
    {"errors.own-codes-outside", On::Error, {}, &ownCodesOutside},
    {"caps.missing-capability-error", On::Error, {}, &missingCapability},
    {"caps.missing-capability-http-400", On::Exchange, {}, &missingCapability400, {},
        Over::StreamableHttp},
    {"jsonrpc.error-keeps-request-id", On::Error, {}, &keepsRequestId},
};

} // namespace

std::span<const Rule> errorCodeRules()
{
    return kRules;
}

} // namespace sonde::findings
