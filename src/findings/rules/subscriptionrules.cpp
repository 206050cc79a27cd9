// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/text.h"
#include "findings/context/loglevel.h"
#include "findings/rules/ruletables.h"

#include <algorithm>

// The rules about notifications that the client asked for, or that it misses.
namespace sonde::findings {

namespace {

void levelRespected(const Context &context, Report &report)
{
    const auto level = context.params()["level"];
    const int least = logRankOf(context.connection.logLevel);
    const int own = logRankOf(level.text());
    if (context.isModern() || least < 0 || own < 0)
        return report.notTested();
    if (own < least)
        report.at(level,
            Text::tr("The message has the level %1, but the client asked for %2 and "
                     "above.")
                .arg(shown(level), shown(context.connection.logLevel)));
}

bool isBelow(std::string_view uri, std::string_view folder)
{
    return uri.starts_with(folder)
        && (uri.size() == folder.size() || folder.ends_with('/') || uri[folder.size()] == '/');
}

void updatedOnlySubscribed(const Context &context, Report &report)
{
    const auto uri = context.params()["uri"];
    const auto &subscribed = context.connection.subscribed;
    if (!uri.isString() || subscribed.size() >= Connection::kMaxUris)
        return report.notTested();
    const std::string text = uri.text();
    if (std::none_of(subscribed.begin(), subscribed.end(),
            [&text](const std::string &each) { return isBelow(text, each); }))
        report.at(uri, Text::tr("The client has not subscribed to %1.").arg(shown(uri)));
}

// From 2026-07-28 on, only listeners are told.
void toolsChangedSent(const Context &context, Report &report)
{
    const ToolList &before = context.connection.tools;
    const auto tools = context.result()["tools"];
    const bool isWhole =
        context.request && !context.request->params()["cursor"] && !context.result()["nextCursor"];
    if (context.isModern() || !isWhole || !before.isComplete()
        || !context.own()["tools"]["listChanged"].toBool().value_or(false))
        return report.notTested();
    const bool isSame = before.count() == tools.count()
        && std::all_of(tools.begin(), tools.end(), [&before](const json::Value &tool) {
               const ToolList::Tool *known = before.find(tool["name"].text());
               return known && (known->text.isEmpty() || known->text.view() == tool.raw());
           });
    if (!isSame && context.connection.toolsAnnounced == 0)
        report
            .at(tools,
                Text::tr("The tools differ from those of the response %1, but no "
                         "notifications/tools/list_changed came between them.")
                    .arg(before.lastPage()))
            .messages.push_back(before.lastPage());
}

constexpr Rule kRules[] = {
    {"logging.level-respected", On::Notification, "notifications/message", &levelRespected,
        "params/level"},
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
