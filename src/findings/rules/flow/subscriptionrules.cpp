// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/context/logrank.h"
#include "findings/rules/flow/flowtables.h"
#include "schema/equality.h"

#include <algorithm>
#include <set>
#include <string>

// The rules about notifications that the client asked for, or that it misses.
namespace sonde::findings {

namespace {

void levelRespected(const Context &context, Report &report)
{
    const auto level = context.params()["level"];
    // While the newest level waits for its result, either of both may hold.
    const int least = std::min(
        logRankOf(context.connection.logLevel), logRankOf(context.connection.logLevelAsked));
    const int own = logRankOf(level.text());
    if (context.isModern() || least < 0 || own < 0)
        return report.notTested();
    if (own < least)
        report.at(level,
            Text::tr("The message has the level %1, but the client asked for %2 and "
                     "above.")
                .arg(shown(level), shown(context.connection.logLevel)));
}

void logHasContent(const Context &context, Report &report)
{
    const auto data = context.params()["data"];
    const bool isEmpty =
        data.isNull() || data.equals("") || (data.isContainer() && data.count() == 0);
    if (isEmpty)
        report.at(data, Text::tr("The log message is empty."));
}

// 2026-07-28 server/utilities/logging: each request says for itself.
void logOnlyWhenAsked(const Context &context, Report &report)
{
    // Without the beginning the request that asked may be unknown.
    if (context.connection.probe == 0)
        return report.notTested();
    if (!context.connection.asksForLog)
        report.at(context.root()["method"],
            Text::tr("The server sends a log message, but no request has a `%1`.")
                .arg(QStringLiteral("io.modelcontextprotocol/logLevel")));
}

void updatedOnlySubscribed(const Context &context, Report &report)
{
    const auto uri = context.params()["uri"];
    const auto &subscribed = context.connection.subscribed;
    if (!uri.isString() || !context.connection.knowsSubscribed
        || subscribed.size() >= Connection::kMaxUris)
        return report.notTested();
    if (!hasOrAbove(subscribed, uri.text()))
        report.at(uri, Text::tr("The client has not subscribed to %1.").arg(shown(uri)));
}

bool isSameTool(const OfferedTools::Tool &known, const json::Value &tool)
{
    if (known.text.isEmpty() || known.text.view() == tool.raw())
        return true;
    const auto document = json::Document::parse(known.text);
    return schema::equal(document.root(), tool);
}

// As ToolList reads them: a name that is listed twice counts once, and what has no name does not.
bool isSameList(const OfferedTools &before, const json::Value &tools)
{
    std::set<std::string> names;
    for (const json::Value tool : tools) {
        if (!tool["name"].isString())
            continue;
        const auto [name, isNew] = names.insert(tool["name"].text());
        const OfferedTools::Tool *known = before.find(*name);
        if (!known || (isNew && !isSameTool(*known, tool)))
            return false;
    }
    return names.size() == before.count();
}

// From 2026-07-28 on, only listeners are told.
void toolsChangedSent(const Context &context, Report &report)
{
    const OfferedTools &before = context.connection.tools;
    const auto tools = context.result()["tools"];
    const bool isWhole =
        context.request && !context.request->params()["cursor"] && !context.result()["nextCursor"];
    if (context.isModern() || !isWhole || !before.isComplete()
        || !context.own()["tools"]["listChanged"].toBool().value_or(false))
        return report.notTested();
    // The announcement may have come while the older list was under way.
    if (!isSameList(before, tools)
        && context.connection.toolsAnnounced < context.connection.toolsRequested)
        report
            .at(tools,
                Text::tr("The tools differ from those of the response #%1, but no "
                         "notifications/tools/list_changed came between them.")
                    .arg(before.lastPage()))
            .messages.push_back(before.lastPage());
}

constexpr Rule kRules[] = {
    {"logging.level-respected", On::Notification, "notifications/message", &levelRespected,
        "params/level"},
    {"logging.context-and-names", On::Notification, "notifications/message", &logHasContent,
        "params/data"},
    {"logging.only-when-asked", On::Notification, "notifications/message", &logOnlyWhenAsked},
    {"resources.updated-only-subscribed", On::Notification, "notifications/resources/updated",
        &updatedOnlySubscribed, "params/uri"},
    {"tools.list-changed-sent", On::Result, "tools/list", &toolsChangedSent, "result/tools"},
};

} // namespace

std::span<const Rule> subscriptionRules()
{
    return kRules;
}

} // namespace sonde::findings
