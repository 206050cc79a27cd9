// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/server/servertables.h"
#include "mcp/message/errorresponse.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

// What the lists of tools, prompts, resources and roots show, and the requests for their items.
namespace sonde::findings {

namespace {

const SeenList *seenOf(const Context &context)
{
    if (!context.request)
        return nullptr;
    const auto &lists = context.connection.lists;
    const auto found = lists.find(context.request->method);
    return found == lists.end() ? nullptr : &found->second;
}

bool isFirstPage(const Context &context)
{
    return context.request && !context.request->params()["cursor"];
}

bool isWhole(const Context &context)
{
    return isFirstPage(context) && !context.result()["nextCursor"];
}

std::set<std::string> setOf(const std::vector<std::string> &names)
{
    return {names.begin(), names.end()};
}

// "prompts" of prompts/list, for the capability and the notification.
std::string_view listName(std::string_view method)
{
    return method.substr(0, method.find('/'));
}

// From 2026-07-28 on, only listeners are told.
void changedSent(const Context &context, Report &report)
{
    const SeenList *before = seenOf(context);
    if (context.isModern() || !before || !before->isComplete() || !isWhole(context)
        || !context.own()[listName(context.request->method)]["listChanged"].toBool().value_or(
            false))
        return report.notTested();
    const auto items = SeenList::itemsIn(context.request->method, context.result());
    const auto names = SeenList::namesIn(context.request->method, context.result());
    if (setOf(names) == setOf(before->names()) || before->isAnnounced())
        return;
    report
        .at(items,
            Text::tr("The list of `%1` differs from that of the response #%2, but no "
                     "`notifications/%3/list_changed` came between them.")
                .arg(shown(context.request->method), QString::number(before->lastPage()),
                    shown(listName(context.request->method))))
        .messages.push_back(before->lastPage());
}

void sameOrder(const Context &context, Report &report)
{
    const SeenList *before = seenOf(context);
    if (!before || !before->isComplete() || !isWhole(context))
        return report.notTested();
    const auto names = SeenList::namesIn(context.request->method, context.result());
    if (setOf(names) == setOf(before->names()) && names != before->names())
        report
            .at(context.result()["tools"],
                Text::tr("The tools are those of the response #%1, in another order.")
                    .arg(before->lastPage()))
            .messages.push_back(before->lastPage());
}

void sameScopeOnPages(const Context &context, Report &report)
{
    const SeenList *list = seenOf(context);
    const auto scope = context.result()["cacheScope"];
    if (!list || isFirstPage(context) || list->firstPage() == 0 || !scope)
        return report.notTested();
    if (scope.raw() != list->cacheScope())
        report
            .at(scope,
                Text::tr("`cacheScope` of the first page is %1, and of this one %2.")
                    .arg(shown(list->cacheScope()), shown(scope)))
            .messages.push_back(list->firstPage());
}

// A list that is declared is given, be it empty. What the request itself had wrong is another
// matter.
void listAnswered(const Context &context, Report &report)
{
    const bool isDeclared =
        context.request && context.own()[listName(context.request->method)].exists();
    const int code = context.message.errorCode();
    const bool isOfRequest = code == rpc::kInvalidRequest || code == rpc::kInvalidParams
        || (code >= mcp::kUnsupportedProtocolVersion && code <= mcp::kHeaderMismatch);
    if (!isDeclared || !isFirstPage(context) || context.request->cancelled != 0
        || (context.error() && isOfRequest))
        return report.notTested();
    if (context.error())
        report.at(context.error(),
            Text::tr("The server declares `%1`, but `%2` gives the error %3, not the list.")
                .arg(shown(listName(context.request->method)), shown(context.request->method),
                    shown(context.error()["code"])));
}

// ---- prompts

std::vector<std::string> missingArguments(const Context &context, const json::Value &params)
{
    std::vector<std::string> missing;
    const auto *required = context.connection.prompts.requiredBy(params["name"].text());
    if (!required)
        return missing;
    for (const std::string &name : *required) {
        if (!params["arguments"][name])
            missing.push_back(name);
    }
    return missing;
}

void requiredArgumentsSent(const Context &context, Report &report)
{
    const auto params = context.params();
    if (!context.connection.prompts.requiredBy(params["name"].text()))
        return report.notTested();
    for (const std::string &name : missingArguments(context, params))
        report.at(params["arguments"] ? params["arguments"] : params,
            Text::tr("The prompt %1 requires the argument “%2”.")
                .arg(shown(params["name"]), shown(name)));
}

void argumentsValidated(const Context &context, Report &report)
{
    const auto missing = context.request ? missingArguments(context, context.request->params())
                                         : std::vector<std::string>();
    const bool asksForInput = context.result()["resultType"].equals("input_required");
    if (missing.empty() || asksForInput)
        return report.notTested();
    if (context.result())
        report
            .at(context.result(),
                Text::tr("The prompt requires the argument “%1”, which was not sent, and gives a "
                         "result.")
                    .arg(shown(missing.front())))
            .messages.push_back(context.request->number);
}

// ---- resources

// One that is listed exists, and may have nothing in it.
bool isListed(const Context &context)
{
    const auto &lists = context.connection.lists;
    const auto found = lists.find("resources/list");
    if (!context.request || found == lists.end())
        return false;
    const auto &names = found->second.names();
    return std::find(names.begin(), names.end(), context.request->params()["uri"].text())
        != names.end();
}

void noEmptyContents(const Context &context, Report &report)
{
    const auto contents = context.result()["contents"];
    if (contents.count() == 0 && isListed(context))
        return report.notTested();
    if (contents.count() == 0)
        report.at(contents, Text::tr("`contents` is empty.")).remedy =
            Text::tr("Respond with an error where there is no such resource.");
}

void unsubscribeKnown(const Context &context, Report &report)
{
    const auto uri = context.params()["uri"];
    const Connection &connection = context.connection;
    if (!connection.knowsSubscribed || connection.subscribed.size() >= Connection::kMaxUris)
        return report.notTested();
    if (!connection.subscribed.contains(uri.text()))
        report.at(uri, Text::tr("The client has not subscribed to %1.").arg(shown(uri)));
}

// ---- cursors

void notAcrossSessions(const Context &context, Report &report)
{
    const std::string key =
        context.message.method.toStdString() + ' ' + context.params()["cursor"].text();
    const Connection &connection = context.connection;
    if (connection.cursors.contains(key))
        return;
    const auto old = connection.formerCursors.find(key);
    if (old == connection.formerCursors.end())
        return report.notTested();
    report
        .at(context.params()["cursor"],
            Text::tr("The cursor %1 is from before `initialize`, from an earlier session.")
                .arg(shown(context.params()["cursor"])))
        .messages.push_back(old->second);
}

constexpr Rule kRules[] = {
    {"prompts.list-changed-sent", On::Result, "prompts/list", &changedSent, "result/prompts"},
    {"resources.list-changed-sent", On::Result, "resources/list", &changedSent, "result/resources"},
    {"roots.list-changed-sent", On::Result, "roots/list", &changedSent, "result/roots"},
    {"tools.list-order", On::Result, "tools/list", &sameOrder, "result/tools"},
    {"caching.same-scope-on-pages", On::Result, "tools/list", &sameScopeOnPages},
    {"caching.same-scope-on-pages", On::Result, "prompts/list", &sameScopeOnPages},
    {"caching.same-scope-on-pages", On::Result, "resources/list", &sameScopeOnPages},
    {"caching.same-scope-on-pages", On::Result, "resources/templates/list", &sameScopeOnPages},
    {"tools.list-answered", On::Result, "tools/list", &listAnswered},
    {"tools.list-answered", On::Error, "tools/list", &listAnswered},
    {"prompts.list-answered", On::Result, "prompts/list", &listAnswered},
    {"prompts.list-answered", On::Error, "prompts/list", &listAnswered},
    {"resources.list-answered", On::Result, "resources/list", &listAnswered},
    {"resources.list-answered", On::Error, "resources/list", &listAnswered},
    {"prompts.required-arguments-sent", On::Request, "prompts/get", &requiredArgumentsSent,
        "params/name"},
    {"prompts.arguments-validated", On::Result, "prompts/get", &argumentsValidated},
    {"prompts.arguments-validated", On::Error, "prompts/get", &argumentsValidated},
    {"resources.no-empty-contents", On::Result, "resources/read", &noEmptyContents,
        "result/contents"},
    {"resources.unsubscribe-known", On::Request, "resources/unsubscribe", &unsubscribeKnown,
        "params/uri"},
    {"pagination.not-across-sessions", On::Request, {}, &notAcrossSessions, "params/cursor"},
};

} // namespace

std::span<const Rule> listRules()
{
    return kRules;
}

} // namespace sonde::findings
