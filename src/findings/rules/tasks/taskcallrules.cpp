// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/base/taskobjects.h"
#include "findings/rules/tasks/taskstables.h"

#include <string>
#include <utility>

// The rules about which requests are sent as tasks (2025-11-25), and how they are answered.
namespace sonde::findings {

namespace {

using AsTask = OfferedTools::Tool::AsTask;

// The tool of a tools/call, as the newest list has it; null if it may have changed since.
const OfferedTools::Tool *toolOf(const Context &context, const json::Value &params)
{
    const auto name = params["name"];
    return name.isString() && context.connection.toolsAnnounced == 0
        ? context.connection.tools.find(name.text())
        : nullptr;
}

void capability(const Context &context, Report &report)
{
    const bool isOfTasks = context.request
        && (isTaskCreated(context) || context.request->method.starts_with("tasks/"));
    if (!isOfTasks || !context.own().isKnown())
        return report.notTested();
    if (!context.own()["tasks"])
        report
            .whole(Text::tr("The response to `%1` is about a task, but its sender does not declare "
                            "`tasks`.")
                       .arg(shown(context.request->method)))
            .remedy = Text::tr("Declare `tasks` when the connection is opened.");
}

// Calls of tools have a stricter rule of their own.
void requestedOnlyIfDeclared(const Context &context, Report &report)
{
    const std::string_view method = context.message.method;
    const bool isDeclared = takesTasks(context.peer(), method);
    if (!context.peer().isKnown() || (method == "tools/call" && !isDeclared))
        return report.notTested();
    if (!isDeclared)
        report
            .at(context.params()["task"],
                Text::tr("`%1` is sent as a task, but its receiver does not declare that it takes "
                         "them.")
                    .arg(shown(method)))
            .remedy = Text::tr("Leave `task` out.");
}

void callNeedsCapability(const Context &context, Report &report)
{
    if (!context.peer().isKnown())
        return report.notTested();
    if (!takesTasks(context.peer(), "tools/call"))
        report
            .at(context.params()["task"],
                Text::tr("The tool %1 is called as a task, but the server does not declare "
                         "`tasks.requests.tools.call`.")
                    .arg(shown(context.params()["name"])))
            .remedy = Text::tr("Leave `task` out.");
}

void toolForbidden(const Context &context, Report &report)
{
    const auto *tool = toolOf(context, context.params());
    if (!tool || !takesTasks(context.peer(), "tools/call"))
        return report.notTested();
    if (tool->asTask != AsTask::Forbidden)
        return;
    Finding &found = report.at(context.params()["task"],
        Text::tr("The tool %1 is called as a task, but its definition does not allow it.")
            .arg(shown(context.params()["name"])));
    found.messages.push_back(tool->number);
    found.remedy = Text::tr("Leave `task` out.");
}

void toolRequired(const Context &context, Report &report)
{
    const auto *tool = toolOf(context, context.params());
    if (!tool || tool->asTask != AsTask::Required || !takesTasks(context.peer(), "tools/call"))
        return report.notTested();
    if (context.params()["task"])
        return;
    Finding &found = report.at(context.params(),
        Text::tr("The tool %1 has the `taskSupport` required, but is called without `task`.")
            .arg(shown(context.params()["name"])));
    found.messages.push_back(tool->number);
    found.instead = {"task", "{}"};
}

// The request of a response, if its text is known.
bool isKnownCall(const Context &context)
{
    return context.request && !context.request->text.isEmpty()
        && takesTasks(context.own(), "tools/call") && toolOf(context, context.request->params());
}

bool wasForbidden(const Context &context)
{
    return isKnownCall(context) && context.request->params()["task"]
        && toolOf(context, context.request->params())->asTask == AsTask::Forbidden;
}

bool wasRequired(const Context &context)
{
    return isKnownCall(context) && !context.request->params()["task"]
        && toolOf(context, context.request->params())->asTask == AsTask::Required;
}

// An error with another code may be about something else: only one that speaks of tasks is not.
bool speaksOfTasks(const Context &context)
{
    const QString message = context.error()["message"].toString();
    const QString name = context.request->params()["name"].toString();
    return message.contains(QLatin1String("task"), Qt::CaseInsensitive)
        && !name.contains(QLatin1String("task"), Qt::CaseInsensitive);
}

QString toolName(const Context &context)
{
    return shown(context.request->params()["name"]);
}

Finding &refusal(Report &report, const json::Value &value, const Context &context, QString sentence)
{
    Finding &found = report.at(value, std::move(sentence));
    found.messages.push_back(context.request->number);
    found.remedy = Text::tr("Respond with the JSON-RPC error -32601.");
    return found;
}

void forbiddenCarriedOut(const Context &context, Report &report)
{
    if (!wasForbidden(context))
        return report.notTested();
    refusal(report, context.result(), context,
        Text::tr("The call of %1 as a task gets a result, but its definition does not allow it.")
            .arg(toolName(context)));
}

void requiredCarriedOut(const Context &context, Report &report)
{
    if (!wasRequired(context))
        return report.notTested();
    refusal(report, context.result(), context,
        Text::tr("The call of %1 without `task` gets a result, but its `taskSupport` is required.")
            .arg(toolName(context)));
}

void checkRefusal(const Context &context, Report &report, int allowed)
{
    const int code = context.message.errorCode();
    if (code == rpc::kMethodNotFound || code == allowed)
        return;
    if (!speaksOfTasks(context))
        return report.notTested();
    refusal(report, context.error()["code"], context,
        Text::tr("The call of %1 is refused with the error %2, not -32601.")
            .arg(toolName(context), shown(context.error()["code"])))
        .instead = {{}, std::to_string(rpc::kMethodNotFound)};
}

void forbiddenRefused(const Context &context, Report &report)
{
    if (!wasForbidden(context))
        return report.notTested();
    checkRefusal(context, report, rpc::kMethodNotFound);
}

// The general part of the specification's page also allows -32600.
void requiredRefused(const Context &context, Report &report)
{
    if (!wasRequired(context))
        return report.notTested();
    checkRefusal(context, report, rpc::kInvalidRequest);
}

// An augmented request whose receiver takes it as a task: of a tool, as its definition says.
bool wasTakenAsTask(const Context &context)
{
    if (!context.request)
        return false;
    const auto params = context.request->params();
    if (!params["task"].isObject() || !takesTasks(context.own(), context.request->method))
        return false;
    const auto *tool = toolOf(context, params);
    return context.request->method != "tools/call" || (tool && tool->asTask != AsTask::Forbidden);
}

void createResult(const Context &context, Report &report)
{
    if (!wasTakenAsTask(context))
        return report.notTested();
    if (context.result()["task"].isObject())
        return;
    report
        .at(context.result(),
            Text::tr("`%1` was sent as a task, but its result has no `task`.")
                .arg(shown(context.request->method)))
        .messages.push_back(context.request->number);
}

bool isUnsupported(const Context &context)
{
    return context.request && context.request->params()["task"] && context.own().isKnown()
        && !takesTasks(context.own(), context.request->method);
}

void taskIgnored(const Context &context, Report &report)
{
    if (!isUnsupported(context))
        report.notTested();
}

void taskRefused(const Context &context, Report &report)
{
    const int code = context.message.errorCode();
    const bool isRefusal =
        code == rpc::kInvalidParams || code == rpc::kInvalidRequest || code == rpc::kMethodNotFound;
    if (!isUnsupported(context) || !isRefusal || !speaksOfTasks(context))
        return report.notTested();
    report
        .at(context.error(),
            Text::tr("The request is refused because of `task`: %1")
                .arg(shown(context.error()["message"])))
        .remedy = Text::tr("Handle the request as if it had no `task`.");
}

// tasks/result

// The result that the request itself would have had is there, but inside something else.
void resultExact(const Context &context, Report &report)
{
    const auto *task = taskOfRequest(context);
    const auto result = context.result();
    if (!task || task->method != "tools/call")
        return report.notTested();
    const bool isWrapped = result["result"].isObject() || result["task"].isObject();
    if (!result["content"] && isWrapped)
        report
            .at(result,
                Text::tr("The response to tasks/result has the result of the tool inside another "
                         "object."))
            .remedy = Text::tr("Respond with just what tools/call would have returned.");
}

// From 2026 on, such a task is completed.
void toolErrorIsFailed(const Context &context, Report &report)
{
    const auto *task = taskOfRequest(context);
    const auto isError = context.result()["isError"];
    if (!task || task->method != "tools/call" || !isFinalStatus(task->status)
        || !isError.toBool().value_or(false))
        return report.notTested();
    if (task->status == "completed")
        report
            .at(isError,
                Text::tr("The tool failed, but the status of its task was completed, not "
                         "failed."))
            .messages.push_back(task->told);
}

constexpr std::string_view kCall = "tools/call";

constexpr Rule kRules[] = {
    {"tasks.capability", On::Result, {}, &capability},
    {"tasks.requested-only-if-declared", On::Request, {}, &requestedOnlyIfDeclared, "params/task"},
    {"tasks.tool-call-needs-capability", On::Request, kCall, &callNeedsCapability, "params/task"},
    {"tasks.tool-forbidden", On::Request, kCall, &toolForbidden, "params/task"},
    {"tasks.tool-required", On::Request, kCall, &toolRequired},
    {"tasks.tool-forbidden-error", On::Result, kCall, &forbiddenCarriedOut},
    {"tasks.tool-forbidden-error", On::Error, kCall, &forbiddenRefused},
    {"tasks.tool-required-error", On::Result, kCall, &requiredCarriedOut},
    {"tasks.tool-required-error", On::Error, kCall, &requiredRefused},
    {"tasks.create-result", On::Result, kCall, &createResult},
    {"tasks.create-result", On::Result, "sampling/createMessage", &createResult},
    {"tasks.create-result", On::Result, "elicitation/create", &createResult},
    {"tasks.ignored-if-unsupported", On::Result, kCall, &taskIgnored},
    {"tasks.ignored-if-unsupported", On::Error, kCall, &taskRefused},
    {"tasks.result-exact", On::Result, "tasks/result", &resultExact},
    {"tasks.tool-error-is-failed", On::Result, "tasks/result", &toolErrorIsFailed},
};

} // namespace

std::span<const Rule> taskCallRules()
{
    return kRules;
}

} // namespace sonde::findings
