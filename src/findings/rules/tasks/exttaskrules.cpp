// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/context/probes.h"
#include "findings/rules/base/taskobjects.h"
#include "findings/rules/tasks/taskstables.h"
#include "mcp/message/errorresponse.h"

#include <string>

// The rules of the extension io.modelcontextprotocol/tasks: when there are tasks, and how requests
// about them are refused.
namespace sonde::findings {

namespace {

constexpr std::string_view kCapabilities = "io.modelcontextprotocol/clientCapabilities";

bool isTask(const Context &context)
{
    return context.result()["resultType"].equals("task");
}

// What the request of the response declares; nothing if its text is not known.
json::Value declared(const Context &context)
{
    return context.request ? context.request->params()["_meta"][kCapabilities] : json::Value();
}

bool declaresTasks(const Context &context)
{
    return bool(declared(context)["extensions"][kTasksExtension]);
}

// A request of 2025-11-25's form in this revision.
bool hasOldOptIn(const Context &context)
{
    return context.request && context.request->params()["task"];
}

void declaredPerRequest(const Context &context, Report &report)
{
    if (!isTask(context) || !declared(context).isObject() || hasOldOptIn(context))
        return report.notTested();
    if (!declaresTasks(context))
        report
            .at(context.result()["resultType"],
                Text::tr("The result is a task, but the request does not declare the extension "
                         "%1.")
                    .arg(shown(kTasksExtension)))
            .messages.push_back(context.request->number);
}

void oldOptInIgnored(const Context &context, Report &report)
{
    if (!hasOldOptIn(context) || !declared(context).isObject() || declaresTasks(context))
        return report.notTested();
    if (isTask(context))
        report
            .at(context.result()["resultType"],
                Text::tr("The result is a task because of the `task` member of the request, which "
                         "means nothing in this revision."))
            .messages.push_back(context.request->number);
}

void oldCapability(const Context &context, Report &report)
{
    if (const auto tasks = context.result()["capabilities"]["tasks"])
        report
            .at(tasks,
                Text::tr("The server declares `tasks`, which is a capability of "
                         "2025-11-25."))
            .remedy = Text::tr("Declare the extension io.modelcontextprotocol/tasks.");
}

void onlySupportedMethods(const Context &context, Report &report)
{
    const bool isOfTasks = context.request && context.request->method.starts_with("tasks/");
    if (!context.request || isOfTasks || !isTask(context))
        return report.notTested();
    if (context.request->method != "tools/call")
        report.at(context.result()["resultType"],
            Text::tr("The result of `%1` is a task; only tools/call may become one.")
                .arg(shown(context.request->method)));
}

// A new task
void newTaskType(const Context &context, Report &report)
{
    const auto result = context.result();
    const bool looksLikeTask = result["taskId"].isString() && result["status"].isString()
        && !result["content"] && !result["structuredContent"];
    if (!looksLikeTask)
        return report.notTested();
    if (!isTask(context))
        report
            .at(result["resultType"] ? result["resultType"] : result,
                Text::tr("The result is a task, but its `resultType` is %1.")
                    .arg(shown(result["resultType"])))
            .instead =
            result["resultType"] ? Instead{{}, "\"task\""} : Instead{"resultType", "\"task\""};
}

void taskMethodType(const Context &context, Report &report)
{
    const auto type = context.result()["resultType"];
    if (!type)
        return report.notTested();
    if (type.equals("task"))
        report
            .at(type,
                Text::tr("The response about a task has the `resultType` “task”; it must be "
                         "“complete”."))
            .instead = {{}, "\"complete\""};
}

void oldMethodsGone(const Context &context, Report &report)
{
    report
        .at(context.result(),
            Text::tr("`%1` gets a result, but this revision has no such method.")
                .arg(context.request ? shown(context.request->method) : QString()))
        .remedy = Text::tr("Respond with the JSON-RPC error -32601.");
}

void oldMethodRefused(const Context &context, Report &report)
{
    if (!context.request)
        report.notTested();
}

void guessableId(const Context &context, Report &report)
{
    const auto id = context.result()["taskId"];
    const bool isOpen = context.connection.isHttp && context.connection.passesWithoutToken;
    if (!isTask(context) || !id.isString() || !isOpen)
        return report.notTested();
    if (isGuessable(id.text()))
        report.at(id, Text::tr("The task id %1 can be guessed.").arg(shown(id))).remedy =
            Text::tr("Use a random id, such as a UUID.");
}

// Refusals

// Whether the client asks a server that has the extension about a task, without declaring it.
bool lacksCapability(const Context &context)
{
    return declared(context).isObject() && !declaresTasks(context)
        && context.own()["extensions"][kTasksExtension];
}

void missingCapabilityResult(const Context &context, Report &report)
{
    if (!lacksCapability(context))
        return report.notTested();
    report
        .at(context.result(),
            Text::tr("`%1` gets a result, although the request does not declare the extension %2.")
                .arg(shown(context.request->method), shown(kTasksExtension)))
        .remedy = Text::tr("Respond with the JSON-RPC error -32021.");
}

void missingCapabilityError(const Context &context, Report &report)
{
    if (!lacksCapability(context))
        return report.notTested();
    const auto error = context.error();
    if (context.message.errorCode() != mcp::kMissingClientCapability)
        report
            .at(error["code"],
                Text::tr("The request does not declare the extension %1, and gets the error %2, "
                         "not -32021.")
                    .arg(shown(kTasksExtension), shown(error["code"])))
            .instead = {{}, std::to_string(mcp::kMissingClientCapability)};
    else if (!error["data"]["requiredCapabilities"]["extensions"][kTasksExtension])
        report.at(error["data"] ? error["data"] : error,
            Text::tr("The error -32021 does not name the extension %1 in "
                     "`data.requiredCapabilities.extensions`.")
                .arg(shown(kTasksExtension)));
}

bool isUnknownTask(const Context &context)
{
    return context.request && declaresTasks(context) && context.own()["extensions"][kTasksExtension]
        && context.request->params()["taskId"].equals(probe::kTask);
}

void unknownTaskResult(const Context &context, Report &report)
{
    if (!isUnknownTask(context))
        return report.notTested();
    report.at(context.result(), Text::tr("An unknown task id gets a result.")).remedy =
        Text::tr("Respond with the JSON-RPC error -32602.");
}

void unknownTaskError(const Context &context, Report &report)
{
    if (!isUnknownTask(context))
        return report.notTested();
    if (context.message.errorCode() != rpc::kInvalidParams)
        report
            .at(context.error()["code"],
                Text::tr("An unknown task id gets the error %1, not -32602.")
                    .arg(shown(context.error()["code"])))
            .instead = {{}, std::to_string(rpc::kInvalidParams)};
}

// The first tasks/get after the announcement, while the task is kept.
bool isFirstLook(const Context &context)
{
    constexpr std::int64_t kSoon = 60'000; // milliseconds
    const auto *task = taskOfRequest(context);
    if (!task || task->created == 0 || task->told != task->created)
        return false;
    const auto passed = (context.record.steadyNs - task->createdAt) / 1'000'000;
    return passed < kSoon && (!task->ttl || passed < *task->ttl);
}

void durableError(const Context &context, Report &report)
{
    if (!isFirstLook(context) || !declaresTasks(context)
        || context.message.errorCode() != rpc::kInvalidParams)
        return report.notTested();
    const auto *task = taskOfRequest(context);
    report
        .at(context.error(),
            Text::tr("The server announced the task %1, but does not know it: %2")
                .arg(shown(context.request->params()["taskId"]), shown(context.error()["message"])))
        .messages.push_back(task->created);
}

void durableResult(const Context &context, Report &report)
{
    if (!isFirstLook(context))
        report.notTested();
}

constexpr std::string_view kCall = "tools/call";
constexpr std::string_view kGet = "tasks/get";
constexpr std::string_view kUpdate = "tasks/update";
constexpr std::string_view kCancel = "tasks/cancel";

constexpr Rule kRules[] = {
    {"ext-tasks.declared-per-request", On::Result, {}, &declaredPerRequest},
    {"ext-tasks.legacy-opt-in-ignored", On::Result, kCall, &oldOptInIgnored},
    {"ext-tasks.legacy-opt-in-ignored", On::Result, "server/discover", &oldCapability,
        "result/capabilities"},
    {"ext-tasks.only-supported-methods", On::Result, {}, &onlySupportedMethods},
    {"ext-tasks.result-type-task", On::Result, kCall, &newTaskType},
    {"ext-tasks.result-type-task", On::Result, kGet, &taskMethodType},
    {"ext-tasks.result-type-task", On::Result, kUpdate, &taskMethodType},
    {"ext-tasks.result-type-task", On::Result, kCancel, &taskMethodType},
    {"ext-tasks.old-methods-gone", On::Result, "tasks/result", &oldMethodsGone},
    {"ext-tasks.old-methods-gone", On::Result, "tasks/list", &oldMethodsGone},
    {"ext-tasks.old-methods-gone", On::Error, "tasks/result", &oldMethodRefused},
    {"ext-tasks.old-methods-gone", On::Error, "tasks/list", &oldMethodRefused},
    {"ext-tasks.ids-unguessable", On::Result, kCall, &guessableId},
    {"ext-tasks.missing-capability-error", On::Result, kGet, &missingCapabilityResult},
    {"ext-tasks.missing-capability-error", On::Result, kUpdate, &missingCapabilityResult},
    {"ext-tasks.missing-capability-error", On::Result, kCancel, &missingCapabilityResult},
    {"ext-tasks.missing-capability-error", On::Error, kGet, &missingCapabilityError},
    {"ext-tasks.missing-capability-error", On::Error, kUpdate, &missingCapabilityError},
    {"ext-tasks.missing-capability-error", On::Error, kCancel, &missingCapabilityError},
    {"ext-tasks.unknown-id", On::Result, kGet, &unknownTaskResult},
    {"ext-tasks.unknown-id", On::Error, kGet, &unknownTaskError},
    {"ext-tasks.durable-before-answer", On::Error, kGet, &durableError},
    {"ext-tasks.durable-before-answer", On::Result, kGet, &durableResult},
};

} // namespace

std::span<const Rule> extTaskRules()
{
    return kRules;
}

} // namespace sonde::findings
