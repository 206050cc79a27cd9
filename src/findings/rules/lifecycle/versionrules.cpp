// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/lifecycle/lifecycletables.h"
#include "mcp/message/errorresponse.h"
#include "mcp/message/revision.h"

#include <QRegularExpression>

#include <algorithm>
#include <iterator>
#include <string>

// How the parties find a common revision, and keep to it (2026-07-28 basic/versioning).
namespace sonde::findings {

namespace {

std::string namedBy(const json::Value &params)
{
    return params["_meta"][mcp::kProtocolVersionMeta].text();
}

// ---- the client

void clientRetries(const Context &context, Report &report)
{
    const Connection &connection = context.connection;
    if (connection.refusedVersion.empty() || context.message.method == "server/discover")
        return report.notTested();
    if (namedBy(context.params()) == connection.refusedVersion)
        report
            .at(context.params()["_meta"][mcp::kProtocolVersionMeta],
                Text::tr("The client names the revision %1 again, which the server has refused.")
                    .arg(shown(std::string_view(connection.refusedVersion))))
            .messages.push_back(connection.versionRefusal);
}

// 2026-07-28 basic/transports/streamable-http#backward-compatibility.
void reads400Body(const Context &context, Report &report)
{
    const Connection &connection = context.connection;
    if (!connection.isHttp || connection.modernRefusal == 0)
        return report.notTested();
    report
        .at(context.root()["method"],
            Text::tr(
                "The client falls back to `initialize`, although the error before it is one of "
                "a modern server."))
        .messages.push_back(connection.modernRefusal);
}

// What the client does instead.
void staysModern(const Context &context, Report &report)
{
    if (!context.connection.isHttp || context.connection.modernRefusal == 0)
        report.notTested();
}

void probeFirst(const Context &context, Report &report)
{
    const Connection &connection = context.connection;
    if (connection.isHttp || !connection.hasBeginning || connection.firstSent != 0
        || namedBy(context.params()).empty())
        return report.notTested();
    if (context.message.method != "server/discover")
        report
            .at(context.root()["method"],
                Text::tr(
                    "The client begins with `%1`, which a server of an older era would carry out, "
                    "too.")
                    .arg(shown(context.message.method)))
            .remedy = Text::tr("Send `server/discover` first.");
}

// ---- the server

void discoverImplemented(const Context &context, Report &report)
{
    if (!context.connection.servesModern)
        return report.notTested();
    if (context.message.errorCode() == rpc::kMethodNotFound)
        report.at(context.error(),
            Text::tr("The server does not know `server/discover`, but serves this revision."));
}

void discovered(const Context &, Report &) { }

// A version has the form of a date.
bool namesAVersion(const json::Value &error)
{
    static const QRegularExpression date(QStringLiteral("\\b\\d{4}-\\d{2}-\\d{2}\\b"));
    const auto text = error.raw();
    return date.match(QString::fromUtf8(text.data(), qsizetype(text.size()))).hasMatch();
}

void namesVersions(const Context &context, Report &report)
{
    if (!context.connection.servesModern)
        return report.notTested();
    if (!namesAVersion(context.error()))
        report.at(context.error(),
            Text::tr("The server refuses `initialize`, and does not say which revisions it has."));
}

// ---- both

// Methods by the revision that brought them.
struct Since {
    std::string_view prefix;
    Revision revision;
};
constexpr Since kSince[]{{"elicitation/create", Revision::R20250618},
    {"notifications/elicitation/complete", Revision::R20251125}, {"tasks/", Revision::R20251125},
    {"notifications/tasks/", Revision::R20251125}, {"subscriptions/listen", Revision::R20260728},
    {"notifications/subscriptions/", Revision::R20260728}};

void respectsVersion(const Context &context, Report &report)
{
    const std::string_view method = context.message.method;
    const auto *since = std::find_if(std::begin(kSince), std::end(kSince),
        [method](const Since &each) { return method.starts_with(each.prefix); });
    // A request that names another revision is a try.
    if (since == std::end(kSince) || !namedBy(context.params()).empty())
        return report.notTested();
    if (context.revision < since->revision)
        report.at(context.root()["method"],
            Text::tr("`%1` came with revision %2; this connection follows %3.")
                .arg(shown(method), shown(revisionName(since->revision)),
                    shown(revisionName(context.revision))));
}

// 2026-07-28 basic/versioning#extension-negotiation: the grammar of _meta keys, with a prefix.
void extensionForm(const Context &context, Report &report)
{
    static const QRegularExpression form(QStringLiteral(
        "^[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?)*"
        "/[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$"));
    const auto declared = context.isFromClient()
        ? context.params()["_meta"]["io.modelcontextprotocol/clientCapabilities"]["extensions"]
        : context.result()["capabilities"]["extensions"];
    if (declared.count() == 0)
        return report.notTested();
    for (const json::Value extension : declared) {
        if (!form.match(QString::fromStdString(extension.key())).hasMatch())
            report.at(extension,
                Text::tr("The extension “%1” has no name of the form prefix/name.")
                    .arg(shown(extension.key())));
    }
}

constexpr Rule kRules[] = {
    {"version.client-retries", On::Request, {}, &clientRetries, "params/_meta"},
    {"version.reads-400-body", On::Request, "initialize", &reads400Body},
    {"version.reads-400-body", On::Request, "server/discover", &staysModern},
    {"version.reads-400-body", On::Request, "tools/list", &staysModern},
    {"version.probe-first", On::Request, {}, &probeFirst},
    {"version.names-versions-to-legacy", On::Error, "initialize", &namesVersions},
    {"discover.implemented", On::Error, "server/discover", &discoverImplemented},
    {"discover.implemented", On::Result, "server/discover", &discovered},
    {"lifecycle.respects-version", On::Request, {}, &respectsVersion},
    {"lifecycle.respects-version", On::Notification, {}, &respectsVersion},
    {"ext.identifier-form", On::Request, {}, &extensionForm, "params/_meta"},
    {"ext.identifier-form", On::Result, "server/discover", &extensionForm, "result/capabilities"},
};

} // namespace

std::span<const Rule> versionRules()
{
    return kRules;
}

} // namespace sonde::findings
