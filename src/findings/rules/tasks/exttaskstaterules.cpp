// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/base/taskobjects.h"
#include "findings/rules/tasks/taskstables.h"

#include <algorithm>
#include <functional>

// The rules of the extension io.modelcontextprotocol/tasks about what is said of a task, and about
// the input that it asks for.
namespace sonde::findings {

namespace {

// The task in a response to tasks/get or in notifications/tasks.
json::Value stateOf(const Context &context)
{
    return context.record.kind == rpc::Kind::Notification ? context.params() : context.result();
}

void failedExplained(const Context &context, Report &report)
{
    const auto task = stateOf(context);
    if (!task["status"].equals("failed"))
        return report.notTested();
    if (task["statusMessage"].text().empty())
        report.at(task, Text::tr("The failed task has no `statusMessage`."));
}

void failedIsError(const Context &context, Report &report)
{
    const auto task = stateOf(context);
    if (!task["status"].equals("failed"))
        return report.notTested();
    if (!task["error"] && task["result"])
        report
            .at(task["result"], Text::tr("The task has failed, but has a `result` and no `error`."))
            .remedy = Text::tr("The task failed with a tool result that has `isError`; such a task "
                               "is “completed”, and “failed” is for JSON-RPC errors.");
}

struct Part {
    const char *status;
    const char *member;
};
constexpr Part kParts[]{
    {"input_required", "inputRequests"}, {"completed", "result"}, {"failed", "error"}};

void stateShape(const Context &context, Report &report)
{
    const auto task = stateOf(context);
    const auto status = task["status"];
    const bool isWrongFailure = status.equals("failed") && !task["error"] && task["result"];
    if (!status.isString() || isWrongFailure)
        return report.notTested();
    for (const auto &[name, member] : kParts) {
        const bool isOwn = status.equals(name);
        if (isOwn && !task[member])
            report.at(task,
                Text::tr("The status of the task is %1, but it has no `%2`.")
                    .arg(shown(status), QLatin1String(member)));
        else if (!isOwn && task[member])
            report.at(task[member],
                Text::tr("The status of the task is %1, to which `%2` does not belong.")
                    .arg(shown(status), QLatin1String(member)));
    }
}

void emptyAcknowledgement(const Context &context, Report &report)
{
    for (const char *member : {"taskId", "status", "inputRequests", "result", "error", "task"}) {
        if (const auto value = context.result()[member])
            report
                .at(value,
                    Text::tr("The response to `%1` has `%2`; it should be empty.")
                        .arg(context.request ? shown(context.request->method) : QString(),
                            QLatin1String(member)))
                .remedy = Text::tr("Respond with {\"resultType\":\"complete\"}.");
    }
}

// A task as the messages have shown it, by the params of a message that names it.
const SeenTask *taskOf(const Context &context, const json::Value &holder)
{
    return context.connection.tasksOfServer.find(holder["taskId"].text());
}

void inputKeysUnique(const Context &context, Report &report)
{
    const auto state = stateOf(context);
    const auto *task = taskOf(context, state);
    if (!task || !state["inputRequests"].isObject())
        return report.notTested();
    for (const json::Value request : report.untilFull(state["inputRequests"])) {
        const auto known = task->inputs.find(request.key());
        if (known == task->inputs.end())
            continue;
        const SeenTask::Input &input = known->second;
        const auto message = std::hash<std::string>()(request["params"]["message"].text());
        const bool isOther = !request["method"].equals(input.method)
            || (input.answered != 0 && message != input.message);
        if (isOther)
            report
                .at(request,
                    Text::tr("The key %1 was that of another input request before, in #%2.")
                        .arg(shown(request.rawKey()), QString::number(input.asked)))
                .messages.push_back(input.asked);
    }
}

void inputsAnsweredOnce(const Context &context, Report &report)
{
    const auto *task = taskOf(context, context.params());
    if (!task)
        return report.notTested();
    for (const json::Value response : report.untilFull(context.params()["inputResponses"])) {
        const auto input = task->inputs.find(response.key());
        if (input != task->inputs.end() && input->second.answered != 0)
            report
                .at(response,
                    Text::tr("The input %1 was already acknowledged by the response #%2.")
                        .arg(shown(response.rawKey()), QString::number(input->second.answered)))
                .messages.push_back(input->second.answered);
    }
}

// Whether the request responds to nothing but what the task does not ask for, while it goes on.
bool hasOnlyUnknownKeys(const Context &context)
{
    if (!context.request)
        return false;
    const auto params = context.request->params();
    const auto responses = params["inputResponses"];
    const auto *task = taskOf(context, params);
    if (!task || task->ended != 0 || task->ttl || responses.count() == 0)
        return false;
    return std::all_of(responses.begin(), responses.end(), [task](const json::Value &response) {
        const auto input = task->inputs.find(response.key());
        return input == task->inputs.end() || !input->second.isOpen;
    });
}

void unknownKeysAccepted(const Context &context, Report &report)
{
    if (!hasOnlyUnknownKeys(context))
        report.notTested();
}

void unknownKeysRefused(const Context &context, Report &report)
{
    if (!hasOnlyUnknownKeys(context) || context.message.errorCode() != rpc::kInvalidParams)
        return report.notTested();
    report
        .at(context.error(),
            Text::tr("Input that the task does not ask for is refused: %1")
                .arg(shown(context.error()["message"])))
        .remedy = Text::tr("Ignore such input.");
}

constexpr std::string_view kGet = "tasks/get";
constexpr std::string_view kTold = "notifications/tasks";

constexpr Rule kRules[] = {
    {"ext-tasks.failed-explained", On::Result, kGet, &failedExplained},
    {"ext-tasks.failed-explained", On::Notification, kTold, &failedExplained},
    {"ext-tasks.failed-is-jsonrpc-error", On::Result, kGet, &failedIsError},
    {"ext-tasks.failed-is-jsonrpc-error", On::Notification, kTold, &failedIsError},
    {"ext-tasks.state-shape", On::Result, kGet, &stateShape},
    {"ext-tasks.state-shape", On::Notification, kTold, &stateShape},
    {"ext-tasks.update-ack", On::Result, "tasks/update", &emptyAcknowledgement},
    {"ext-tasks.update-ack", On::Result, "tasks/cancel", &emptyAcknowledgement},
    {"ext-tasks.input-keys-unique", On::Result, kGet, &inputKeysUnique},
    {"ext-tasks.input-keys-unique", On::Notification, kTold, &inputKeysUnique},
    {"ext-tasks.inputs-answered", On::Request, "tasks/update", &inputsAnsweredOnce,
        "params/inputResponses/"},
    {"ext-tasks.update-ignores-unknown-keys", On::Result, "tasks/update", &unknownKeysAccepted},
    {"ext-tasks.update-ignores-unknown-keys", On::Error, "tasks/update", &unknownKeysRefused},
};

} // namespace

std::span<const Rule> extTaskStateRules()
{
    return kRules;
}

} // namespace sonde::findings
