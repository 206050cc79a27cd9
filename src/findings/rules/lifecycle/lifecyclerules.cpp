// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/lifecycle/lifecycletables.h"
#include "mcp/message/errorresponse.h"

#include <algorithm>
#include <optional>
#include <string>

namespace sonde::findings {

namespace {

std::string proposedBy(const Context &context)
{
    return context.request ? context.request->params()["protocolVersion"].text() : std::string();
}

void counterVersion(const Context &context, Report &report)
{
    const std::string proposed = proposedBy(context);
    const auto version = context.result()["protocolVersion"];
    if (version.isString() && isInventedRevision(version.text()) && !version.equals(proposed))
        report.at(version, Text::tr("There is no revision %1.").arg(shown(version))).remedy =
            Text::tr("Respond with a revision that the server implements.");
    else if (!isInventedRevision(proposed))
        report.notTested();
    else if (version.equals(proposed))
        report
            .at(version,
                Text::tr("The server accepts the invented revision %1.").arg(shown(version)))
            .remedy = Text::tr("Respond with a revision that the server implements.");
}

// `initialize` agrees on revisions of the legacy era only.
std::optional<Revision> legacyRevision(std::string_view name)
{
    const auto revision = revisionFromName(name);
    return revision && *revision < kFirstModern ? revision : std::nullopt;
}

// The server has named the proposed revision among those that it supports.
void echoesVersion(const Context &context, Report &report)
{
    const Connection &connection = context.connection;
    const std::string proposed = proposedBy(context);
    const auto revision = legacyRevision(proposed);
    const auto version = context.result()["protocolVersion"];
    if (!revision || !connection.supported.has(*revision) || !version.isString())
        return report.notTested();
    if (!version.equals(proposed))
        report
            .at(version,
                Text::tr("The server responds with %1 to the proposed revision %2, which it "
                         "supports according to #%3.")
                    .arg(shown(version), shown(proposed), QString::number(connection.supportedIn)))
            .messages.push_back(connection.supportedIn);
}

// The server does not support the proposed revision, and has named those that it supports.
void latestVersion(const Context &context, Report &report)
{
    const Connection &connection = context.connection;
    const auto proposed = revisionFromName(proposedBy(context));
    const auto version = context.result()["protocolVersion"];
    const auto chosen = legacyRevision(version.text());
    if (!chosen || !connection.supported.has(*chosen)
        || (proposed && connection.supported.has(*proposed) && *proposed < kFirstModern))
        return report.notTested();
    const auto newest = std::find_if(kRevisions.rbegin(), kRevisions.rend(),
        [&](Revision each) { return each < kFirstModern && connection.supported.has(each); });
    if (*newest != *chosen)
        report
            .at(version,
                Text::tr("The server responds with %1, although it supports %2 according to #%3.")
                    .arg(shown(version), shown(revisionName(*newest)),
                        QString::number(connection.supportedIn)))
            .messages.push_back(connection.supportedIn);
}

// The errors of a server that only knows the modern era.
bool isModernRefusal(int code)
{
    return code == rpc::kMethodNotFound || code == mcp::kUnsupportedProtocolVersion;
}

void counterInsteadOfError(const Context &context, Report &report)
{
    const std::string proposed = proposedBy(context);
    if (!isInventedRevision(proposed) || isModernRefusal(context.message.errorCode()))
        return report.notTested();
    Finding &found = report.at(context.error(),
        Text::tr("The server refuses the unknown revision %1 with an error.").arg(shown(proposed)));
    found.remedy = Text::tr("Respond with a revision that the server implements.");
    // The same page of the specification has such an error as an example (-32602, `supported`).
    if (context.error()["data"]["supported"].isArray())
        found.level = Level::Warning;
}

void counterInsteadOfStatus(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const auto body = exchange.body.root();
    // A JSON-RPC error is judged as a message.
    if (!body["method"].equals("initialize") || exchange.status() != 400
        || exchange.responseBody.root()["jsonrpc"]
        || !isInventedRevision(body["params"]["protocolVersion"].text()))
        return report.notTested();
    report
        .whole(Text::tr("The server refuses the unknown revision %1 with status 400.")
                   .arg(shown(body["params"]["protocolVersion"])))
        .remedy = Text::tr("Respond with a revision that the server implements.");
}

void initializeResult(const Context &context, Report &report)
{
    const auto result = context.result();
    if (!result.isObject())
        return report.notTested();
    if (!result["protocolVersion"].isString())
        report.at(result, Text::tr("The result of `initialize` has no `protocolVersion`."));
    for (const char *member : {"capabilities", "serverInfo"}) {
        if (!result[member].isObject())
            report.at(result,
                Text::tr("The result of `initialize` has no `%1`.").arg(QLatin1String(member)));
    }
}

void waitsForInitialized(const Context &context, Report &report)
{
    const Connection &connection = context.connection;
    // A probe comes first on its connection, so what comes before its response is not the rest of
    // an earlier conversation.
    const trace::Number begun = connection.initialize ? connection.initialize : connection.probe;
    if (begun == 0)
        return report.notTested();
    if (connection.initialized == 0)
        report
            .at(context.root()["method"],
                Text::tr("The server sends `%1` before `notifications/initialized`.")
                    .arg(shown(context.message.method)))
            .messages.push_back(connection.initializeResult ? connection.initializeResult : begun);
}

void pingEmpty(const Context &context, Report &report)
{
    for (const json::Value member : context.result()) {
        if (member.key() != "_meta")
            report.at(member,
                Text::tr("The result of `ping` has the member %1.").arg(shown(member.key())));
    }
}

// Over HTTP a server may refuse any request for its headers or its session.
bool isRefusalOfHttp(const Context &context)
{
    const int code = context.message.errorCode();
    return context.connection.isHttp
        && (code == rpc::kInvalidRequest || code == rpc::kInvalidParams
            || (code >= -32099 && code <= -32000));
}

void pingRefused(const Context &context, Report &report)
{
    if (!context.request || isRefusalOfHttp(context))
        return report.notTested();
    report.at(context.error(),
        Text::tr("`ping` gives the error %1, not an empty result.")
            .arg(shown(context.error()["code"])));
}

// A server that knows the modern era alone does not know `initialize`. Then it knew the probe,
// which came first.
void handshakeKnown(const Context &context, Report &report)
{
    const Connection &connection = context.connection;
    const bool isOnlyOpen = connection.sent.openCount() == 1;
    if (connection.probe == 0 || connection.servesModern || !context.request || !isOnlyOpen)
        return report.notTested();
    if (context.message.errorCode() == rpc::kMethodNotFound)
        report
            .at(context.error(),
                Text::tr("The server knows neither `server/discover` nor `initialize`."))
            .messages.push_back(connection.probe);
}

// A result shows that the server knows the handshake.
void handshakeDone(const Context &, Report &) { }

constexpr Rule kRules[] = {
    {"lifecycle.server-counter-version", On::Result, "initialize", &counterVersion},
    {"lifecycle.server-counter-version", On::Error, "initialize", &counterInsteadOfError},
    {"lifecycle.server-counter-version", On::Exchange, {}, &counterInsteadOfStatus},
    {"lifecycle.server-echoes-version", On::Result, "initialize", &echoesVersion},
    {"lifecycle.server-latest-version", On::Result, "initialize", &latestVersion},
    {"lifecycle.initialize-result", On::Result, "initialize", &initializeResult},
    {"lifecycle.server-waits-for-initialized", On::Request, "roots/list", &waitsForInitialized},
    {"lifecycle.server-waits-for-initialized", On::Request, "sampling/createMessage",
        &waitsForInitialized},
    {"lifecycle.server-waits-for-initialized", On::Request, "elicitation/create",
        &waitsForInitialized},
    {"ping.empty-result", On::Result, "ping", &pingEmpty},
    {"ping.empty-result", On::Error, "ping", &pingRefused},
    {"base.core-supported", On::Result, "initialize", &handshakeDone},
    {"base.core-supported", On::Error, "initialize", &handshakeKnown},
};

} // namespace

std::span<const Rule> lifecycleRules()
{
    return kRules;
}

} // namespace sonde::findings
