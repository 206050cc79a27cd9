// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/transports/transportstables.h"
#include "mcp/message/errorresponse.h"
#include "mcp/message/revision.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

// The rules about HTTP headers, and about the version and the method that they repeat.
namespace sonde::findings {

namespace {

std::string headerOf(const HttpExchange &exchange, std::string_view name)
{
    return exchange.request.value(name).value_or(QByteArray()).toStdString();
}

std::string metaVersion(const HttpExchange &exchange)
{
    return exchange.body.root()["params"]["_meta"][mcp::kProtocolVersionMeta].text();
}

std::optional<int> errorCodeOf(const HttpExchange &exchange)
{
    const auto code = exchange.responseBody.root()["error"]["code"].toInt64();
    return code ? std::optional(static_cast<int>(*code)) : std::nullopt;
}

// Whether the status says nothing about the request itself: no rights, too many requests, a
// failure.
bool saysNothing(const HttpExchange &exchange)
{
    const int status = exchange.status();
    return status == 0 || status == 401 || status == 403 || status == 429 || status >= 500;
}

QString outcomeOf(const HttpExchange &exchange)
{
    const auto code = errorCodeOf(exchange);
    return code ? Text::tr("status %1 and the error %2").arg(exchange.status()).arg(*code)
                : Text::tr("status %1").arg(exchange.status());
}

// 400 with that error.
void expectRefusal(const HttpExchange &exchange, Report &report, const QString &what, int code)
{
    if (exchange.status() != 400 || errorCodeOf(exchange) != code)
        report.whole(Text::tr("%1 gives %2, not status 400 and the error %3.")
                         .arg(what, outcomeOf(exchange), QString::number(code)));
}

void versionInvalid400(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const std::string version = headerOf(exchange, "mcp-protocol-version");
    if (!exchange.carriesRequest() || !isInventedRevision(version) || saysNothing(exchange))
        return report.notTested();
    if (exchange.status() != 400)
        report.whole(Text::tr("The invented MCP-Protocol-Version %1 gives status %2, not 400.")
                         .arg(shown(version), QString::number(exchange.status())));
}

// A server for clients of all revisions takes a request without the header for an older one, and
// refuses it in its own way.
void versionMissingRejected(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (!exchange.carriesRequest() || metaVersion(exchange).empty() || saysNothing(exchange)
        || exchange.request.contains("mcp-protocol-version"))
        return report.notTested();
    if (exchange.succeeded())
        report.whole(Text::tr("A request without MCP-Protocol-Version gets status %1.")
                         .arg(exchange.status()));
}

void versionMismatchRejected(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const std::string header = headerOf(exchange, "mcp-protocol-version");
    const std::string meta = metaVersion(exchange);
    if (!exchange.carriesRequest() || header.empty() || meta.empty() || header == meta
        || saysNothing(exchange))
        return report.notTested();
    expectRefusal(exchange, report,
        Text::tr("MCP-Protocol-Version %1 with %2 in `_meta`").arg(shown(header), shown(meta)),
        mcp::kHeaderMismatch);
}

void methodMismatchRejected(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const auto method = exchange.body.root()["method"];
    const std::string header = headerOf(exchange, "mcp-method");
    const bool isModern = headerOf(exchange, "mcp-protocol-version") == metaVersion(exchange);
    if (!exchange.carriesRequest() || !isModern || method.equals(header) || saysNothing(exchange))
        return report.notTested();
    expectRefusal(exchange, report,
        header.empty()
            ? Text::tr("A request without Mcp-Method")
            : Text::tr("Mcp-Method %1 with the method %2").arg(shown(header), shown(method)),
        mcp::kHeaderMismatch);
}

void unsupportedStatus(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (!exchange.carriesRequest() || errorCodeOf(exchange) != mcp::kUnsupportedProtocolVersion)
        return report.notTested();
    if (exchange.status() != 400)
        report.whole(Text::tr("The error -32022 has status %1, not 400.").arg(exchange.status()));
}

void metaMissingStatus(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const auto version = revisionFromName(headerOf(exchange, "mcp-protocol-version"));
    const bool isModern = version && *version >= kFirstModern;
    if (!exchange.carriesRequest() || !isModern || !metaVersion(exchange).empty()
        || saysNothing(exchange))
        return report.notTested();
    if (exchange.status() != 400)
        report.whole(Text::tr("A request without the members of `_meta` gives status %1, not 400.")
                         .arg(exchange.status()));
}

void unknownMethod404(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (!exchange.carriesRequest() || errorCodeOf(exchange) != rpc::kMethodNotFound)
        return report.notTested();
    if (exchange.status() != 404)
        report.whole(
            Text::tr("The unknown method %1 gives status %2, not 404.")
                .arg(shown(exchange.body.root()["method"]), QString::number(exchange.status())));
}

// Duties of clients.

// What the client sends instead; a text that is not visible ASCII has a form of its own
// (2026-07-28 basic/transports/streamable-http), which is not said here.
Instead header(std::string_view name, std::string_view value)
{
    const bool isPlain = !value.empty()
        && std::all_of(value.begin(), value.end(), [](char c) { return c > ' ' && c <= '~'; });
    return isPlain ? Instead{std::string(name), std::string(value), true} : Instead();
}

void methodHeader(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const auto method = exchange.body.root()["method"];
    if (!exchange.carriesRequest())
        return report.notTested();
    const std::string named = headerOf(exchange, "mcp-method");
    if (!method.equals(named))
        report
            .whole(named.empty() ? Text::tr("The request has no Mcp-Method; its method is %1.")
                                       .arg(shown(method))
                                 : Text::tr("Mcp-Method is “%1”, but the method is %2.")
                                       .arg(shown(named), shown(method)))
            .instead = header("Mcp-Method", method.text());
}

void versionOnEveryPost(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (!exchange.isPost())
        return report.notTested();
    if (!exchange.request.contains("mcp-protocol-version"))
        report.whole(Text::tr("The POST has no MCP-Protocol-Version.")).instead =
            header("MCP-Protocol-Version", metaVersion(exchange));
}

void versionAfterInitialize(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    // What began before the revision was agreed cannot name it.
    if (exchange.body.root()["method"].equals("initialize")
        || context.connection.initializeResult == 0
        || exchange.begun < context.connection.initializedAt)
        return report.notTested();
    if (!exchange.request.contains("mcp-protocol-version"))
        report
            .whole(Text::tr("The %1 has no MCP-Protocol-Version.")
                       .arg(shown(std::string_view(exchange.method))))
            .instead = header("MCP-Protocol-Version",
            context.connection.negotiated ? revisionName(*context.connection.negotiated)
                                          : std::string_view());
}

void versionEqualsMeta(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const std::string version = headerOf(exchange, "mcp-protocol-version");
    const std::string meta = metaVersion(exchange);
    if (version.empty() || meta.empty())
        return report.notTested();
    if (version != meta)
        report
            .whole(Text::tr("MCP-Protocol-Version is %1, but `_meta` has %2.")
                       .arg(shown(version), shown(meta)))
            .instead = header("MCP-Protocol-Version", meta);
}

// An invented version, or one that names itself in `_meta`, is there to see what the server does.
void versionNegotiated(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const std::string version = headerOf(exchange, "mcp-protocol-version");
    const auto &negotiated = context.connection.negotiated;
    if (!negotiated || version.empty() || isInventedRevision(version)
        || !metaVersion(exchange).empty() || exchange.body.root()["method"].equals("initialize"))
        return report.notTested();
    if (version != revisionName(*negotiated))
        report
            .whole(Text::tr("MCP-Protocol-Version is %1, but %2 was negotiated.")
                       .arg(shown(version), shown(revisionName(*negotiated))))
            .instead = header("MCP-Protocol-Version", revisionName(*negotiated));
}

constexpr Rule kRules[] = {
    {"headers.version-invalid-400", On::Exchange, {}, &versionInvalid400, {}, Over::StreamableHttp},
    {"headers.version-missing-rejected", On::Exchange, {}, &versionMissingRejected, {},
        Over::StreamableHttp},
    {"headers.version-mismatch-rejected", On::Exchange, {}, &versionMismatchRejected, {},
        Over::StreamableHttp},
    {"headers.mismatch-rejected", On::Exchange, {}, &methodMismatchRejected, {},
        Over::StreamableHttp},
    {"version.unsupported-http-400", On::Exchange, {}, &unsupportedStatus, {},
        Over::StreamableHttp},
    {"meta.missing-fields-http-400", On::Exchange, {}, &metaMissingStatus, {},
        Over::StreamableHttp},
    {"http.method-not-found-404", On::Exchange, {}, &unknownMethod404, {}, Over::StreamableHttp},
    {"headers.mcp-method", On::Exchange, {}, &methodHeader, {}, Over::StreamableHttp},
    {"headers.version-every-post", On::Exchange, {}, &versionOnEveryPost, {}, Over::StreamableHttp},
    {"headers.version-after-initialize", On::Exchange, {}, &versionAfterInitialize, {},
        Over::StreamableHttp},
    {"headers.version-negotiated", On::Exchange, {}, &versionNegotiated, {}, Over::StreamableHttp},
    {"headers.version-equals-meta", On::Exchange, {}, &versionEqualsMeta, {}, Over::StreamableHttp},
};

} // namespace

std::span<const Rule> headerRules()
{
    return kRules;
}

} // namespace sonde::findings
