// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/lifecycle/lifecycletables.h"

#include <QRegularExpression>

// The client's part of the handshake (2025-11-25 basic/lifecycle#initialization).
namespace sonde::findings {

namespace {

// The handshake belongs to the legacy era. A message that names a revision of the modern one, or
// the probe for it, is no part of it.
bool isOutside(const Context &context)
{
    return context.isModern() || context.message.method == "server/discover";
}

bool isInitialize(const Context &context)
{
    return context.message.method == "initialize";
}

void initializeFirst(const Context &context, Report &report)
{
    const Connection &connection = context.connection;
    if (isOutside(context) || !connection.hasBeginning || connection.probe != 0
        || connection.firstSent != 0 || context.message.method == "ping")
        return report.notTested();
    if (!isInitialize(context))
        report
            .at(context.root()["method"],
                Text::tr("The client begins with `%1`.").arg(shown(context.message.method)))
            .remedy = Text::tr("Send `initialize` first, and wait for its result.");
}

// With a known protocol version the form of the whole message is checked.
void initializeParams(const Context &context, Report &report)
{
    const auto params = context.params();
    for (const char *member : {"protocolVersion", "capabilities", "clientInfo"}) {
        const auto value = params[member];
        const bool isText = std::string_view(member) == "protocolVersion";
        if (!(isText ? value.isString() : value.isObject()))
            report.missing(params.isObject() ? params : context.root(), member,
                Text::tr("`initialize` has no `%1`.").arg(QLatin1String(member)));
    }
}

// Whether nobody can speak it: a number, or a date between two revisions. An earlier or a later
// date may be that of a draft or of a newer revision.
bool isNoRevision(std::string_view name)
{
    static const QRegularExpression number(QStringLiteral("^\\d+(\\.\\d+)*$"));
    static const QRegularExpression date(QStringLiteral("^\\d{4}-\\d{2}-\\d{2}$"));
    const QString text = QString::fromUtf8(name.data(), qsizetype(name.size()));
    const bool isBetween =
        name > revisionName(kRevisions.front()) && name < revisionName(kRevisions.back());
    return number.match(text).hasMatch()
        || (date.match(text).hasMatch() && isBetween && !revisionFromName(name));
}

void versionSupported(const Context &context, Report &report)
{
    const auto version = context.params()["protocolVersion"];
    if (!version.isString())
        return report.notTested();
    if (isNoRevision(version.text()))
        report.at(version, Text::tr("There is no revision %1.").arg(shown(version))).remedy =
            Text::tr("Propose the newest revision that the client implements, by its date.");
}

void initializeOnce(const Context &context, Report &report)
{
    const Connection &connection = context.connection;
    // Over HTTP a session that has ended is followed by another one.
    if (connection.isHttp || context.isModern())
        return report.notTested();
    if (connection.initializeResult == 0)
        return;
    report
        .at(context.root()["method"],
            Text::tr("The client sends `initialize` again, although the handshake is done."))
        .messages.push_back(connection.initialize);
}

void initializeNotInBatch(const Context &context, Report &report)
{
    if (context.isInBatch)
        report.at(context.root()["method"], Text::tr("`initialize` is part of a batch.")).remedy =
            Text::tr("Send `initialize` by itself, and other messages after its result.");
}

void initializeNotInPost(const Context &context, Report &report)
{
    const auto body = context.exchange->body.root();
    if (!body.isArray())
        return report.notTested();
    for (const json::Value message : report.untilFull(body)) {
        if (message["method"].equals("initialize"))
            report.whole(Text::tr("`initialize` is part of a batch.")).remedy =
                Text::tr("Send `initialize` by itself, and other messages after its result.");
    }
}

void waitsForResult(const Context &context, Report &report)
{
    const Connection &connection = context.connection;
    const SeenRequest *initialize = connection.sent.open(connection.initializeId);
    const bool isWaiting = initialize && initialize->number == connection.initialize;
    if (isOutside(context) || isInitialize(context) || connection.initialize == 0)
        return report.notTested();
    if (isWaiting && context.message.method != "ping")
        report
            .at(context.root()["method"],
                Text::tr("The client sends `%1` before the result of `initialize`.")
                    .arg(shown(context.message.method)))
            .messages.push_back(connection.initialize);
}

void initializedSent(const Context &context, Report &report)
{
    const Connection &connection = context.connection;
    if (isOutside(context) || isInitialize(context) || context.message.method == "ping"
        || connection.initializeResult == 0)
        return report.notTested();
    if (connection.initialized != 0 || connection.sentUninitialized != 0)
        return;
    Finding &found = report.at(context.root()["method"],
        Text::tr("The client sends `%1`, but has not sent `notifications/initialized`.")
            .arg(shown(context.message.method)));
    found.messages.push_back(connection.initializeResult);
    found.remedy = Text::tr("Send `notifications/initialized` after the result of `initialize`.");
}

// A client may support a draft that nobody else knows, but then it has proposed it.
void disconnects(const Context &context, Report &report)
{
    const Connection &connection = context.connection;
    if (isOutside(context) || connection.initializeResult == 0 || connection.agreed.empty())
        return report.notTested();
    if (revisionFromName(connection.agreed) || connection.agreed == connection.proposed)
        return;
    report
        .at(context.root()["method"],
            Text::tr("The server proposed the revision %1, which does not exist, and the client "
                     "goes on.")
                .arg(shown(std::string_view(connection.agreed))))
        .messages.push_back(connection.initializeResult);
}

// 2026-07-28 basic/versioning#removed-methods.
void legacyMethodsGone(const Context &context, Report &report)
{
    static constexpr std::string_view kGone[] = {"initialize", "notifications/initialized", "ping",
        "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "tasks/list",
        "tasks/result", "notifications/roots/list_changed"};
    // A message that names no revision may be one for a server of the older era.
    if (!context.params()["_meta"]["io.modelcontextprotocol/protocolVersion"])
        return report.notTested();
    for (const std::string_view gone : kGone) {
        if (context.message.method == gone)
            report.at(context.root()["method"],
                Text::tr("`%1` does not exist in revision %2.")
                    .arg(shown(gone), shown(revisionName(context.revision))));
    }
}

constexpr Rule kRules[] = {
    {"lifecycle.initialize-first", On::Request, {}, &initializeFirst},
    {"lifecycle.initialize-first", On::Notification, {}, &initializeFirst},
    {"lifecycle.initialize-params", On::Request, "initialize", &initializeParams},
    {"lifecycle.client-version-supported", On::Request, "initialize", &versionSupported},
    {"lifecycle.initialize-once", On::Request, "initialize", &initializeOnce},
    {"lifecycle.initialize-not-in-batch", On::Request, "initialize", &initializeNotInBatch},
    {"lifecycle.initialize-not-in-batch", On::Exchange, {}, &initializeNotInPost},
    {"lifecycle.client-waits-for-result", On::Request, {}, &waitsForResult},
    {"lifecycle.initialized-sent", On::Request, {}, &initializedSent},
    {"lifecycle.client-disconnects", On::Request, {}, &disconnects},
    {"lifecycle.client-disconnects", On::Notification, "notifications/initialized", &disconnects},
    {"lifecycle.legacy-methods-gone", On::Request, {}, &legacyMethodsGone},
    {"lifecycle.legacy-methods-gone", On::Notification, {}, &legacyMethodsGone},
};

} // namespace

std::span<const Rule> handshakeRules()
{
    return kRules;
}

} // namespace sonde::findings
