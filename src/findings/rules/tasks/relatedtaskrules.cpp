// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/base/taskobjects.h"
#include "findings/rules/tasks/taskstables.h"

#include <string>

// The rules about how a message says to which task it belongs (2025-11-25).
namespace sonde::findings {

namespace {

void resultRelatedTask(const Context &context, Report &report)
{
    const auto id = context.request ? context.request->params()["taskId"] : json::Value();
    if (!id.isString())
        return report.notTested();
    const auto meta = context.result()["_meta"];
    const auto named = meta[kRelatedTask]["taskId"];
    if (named.equals(id.text()))
        return;
    if (named) {
        report
            .at(named,
                Text::tr("The response to tasks/result for %1 names the task %2 in `_meta`.")
                    .arg(shown(id), shown(named)))
            .instead = {{}, std::string(id.raw())};
        return;
    }
    const std::string task = R"({"taskId":)" + std::string(id.raw()) + '}';
    const std::string key(kRelatedTask);
    Finding &found = report.at(meta.isObject() ? meta : context.result(),
        Text::tr("The response to tasks/result does not name its task in `_meta`."));
    if (meta.isObject())
        found.instead = {key, task};
    else if (!meta)
        found.instead = {"_meta", "{\"" + key + "\":" + task + '}'};
}

// While a party waits for nothing but tasks, what the other one needs of it is for one of them.
void inputNamesTask(const Context &context, Report &report)
{
    const rpc::Channel owner = context.record.channel;
    const auto &tasks = context.connection.tasksOf(owner);
    const auto &requests = context.connection.requestsOn(opposite(owner));
    if (tasks.isEmpty() || context.connection.isAltered)
        return report.notTested();
    if (relatedTask(context.params()))
        return;
    if (requests.openCount() == 0 || requests.hasOpenOtherThan("tasks/result"))
        return report.notTested();
    report
        .at(context.params(),
            Text::tr("`%1` comes while only tasks/result is open, but does not name its task in "
                     "`_meta`.")
                .arg(shown(context.message.method)))
        .remedy = Text::tr("Add io.modelcontextprotocol/related-task to `_meta`.");
}

// Operations on tasks name the task already.

void noRelatedTask(const Context &context, Report &report)
{
    for (const json::Value &holder : {context.params(), context.result()}) {
        if (const auto related = relatedTask(holder))
            report
                .at(related,
                    Text::tr("`_meta` names the task %1, which the message names already.")
                        .arg(shown(related["taskId"])))
                .remedy = Text::tr("Leave io.modelcontextprotocol/related-task out.");
    }
}

// The other task that the metadata of the request names; nothing if it is the same.
json::Value otherTask(const Context &context)
{
    if (!context.request)
        return {};
    const auto named = relatedTask(context.request->params())["taskId"];
    const auto meant = context.request->params()["taskId"];
    return named.isString() && meant.isString() && !named.equals(meant.text()) ? named
                                                                               : json::Value();
}

void checkWhichTask(const Context &context, Report &report, const json::Value &answered)
{
    const auto other = otherTask(context);
    if (!other || !answered)
        return report.notTested();
    if (answered.equals(other.text()))
        report
            .at(answered,
                Text::tr("The response is about the task %1 of the metadata, not %2 of the "
                         "parameters.")
                    .arg(shown(other), shown(context.request->params()["taskId"])))
            .messages.push_back(context.request->number);
}

void paramsWin(const Context &context, Report &report)
{
    checkWhichTask(context, report, context.result()["taskId"]);
}

void relatedIgnoredInResult(const Context &context, Report &report)
{
    const bool isResult = context.request && context.request->method == "tasks/result";
    checkWhichTask(context, report,
        isResult ? relatedTask(context.result())["taskId"] : context.result()["taskId"]);
}

// The task of the parameters exists and goes on, so nothing else can be wrong with it.
void relatedIgnoredInError(const Context &context, Report &report)
{
    const auto *task = taskOfRequest(context);
    if (!otherTask(context) || !task || task->ended != 0 || task->ttl
        || context.message.errorCode() != rpc::kInvalidParams)
        return report.notTested();
    report
        .at(context.error(),
            Text::tr("The task %1 goes on, but the request is refused: %2")
                .arg(shown(context.request->params()["taskId"]), shown(context.error()["message"])))
        .messages.push_back(task->told);
}

constexpr Rule kRules[] = {
    {"tasks.related-task", On::Request, "elicitation/create", &inputNamesTask},
    {"tasks.related-task", On::Request, "sampling/createMessage", &inputNamesTask},
    {"tasks.no-related-task-in-operations", On::Request, "tasks/get", &noRelatedTask},
    {"tasks.no-related-task-in-operations", On::Request, "tasks/list", &noRelatedTask},
    {"tasks.no-related-task-in-operations", On::Request, "tasks/cancel", &noRelatedTask},
    {"tasks.no-related-task-in-operations", On::Result, "tasks/get", &noRelatedTask},
    {"tasks.no-related-task-in-operations", On::Result, "tasks/list", &noRelatedTask},
    {"tasks.no-related-task-in-operations", On::Result, "tasks/cancel", &noRelatedTask},
    {"tasks.no-related-task-in-operations", On::Notification, "notifications/tasks/status",
        &noRelatedTask},
    {"tasks.params-win", On::Result, "tasks/get", &paramsWin},
    {"tasks.related-task-in-operations-ignored", On::Result, "tasks/cancel",
        &relatedIgnoredInResult},
    {"tasks.related-task-in-operations-ignored", On::Result, "tasks/result",
        &relatedIgnoredInResult},
    {"tasks.related-task-in-operations-ignored", On::Error, "tasks/get", &relatedIgnoredInError},
    {"tasks.result-related-task", On::Result, "tasks/result", &resultRelatedTask},
};

} // namespace

std::span<const Rule> relatedTaskRules()
{
    return kRules;
}

} // namespace sonde::findings
