// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/taskwatch.h"

#include <functional>
#include <string>
#include <string_view>

namespace sonde::findings {

namespace {

// Requests that a task may need of the party that waits for it.
bool isInput(std::string_view method)
{
    return method == "elicitation/create" || method == "sampling/createMessage";
}

std::optional<std::int64_t> milliseconds(const json::Value &task, const char *core, const char *ext)
{
    const auto value = task[core] ? task[core] : task[ext];
    const auto number = value.toInt64();
    return number && *number >= 0 ? number : std::nullopt;
}

} // namespace

void TaskWatch::message(const Context &context)
{
    switch (context.record.kind) {
    case rpc::Kind::Request:
        request(context);
        break;
    case rpc::Kind::Notification:
        if (context.message.method == "notifications/tasks/status"
            || context.message.method == "notifications/tasks")
            told(context, context.params(), false);
        break;
    case rpc::Kind::Response:
    case rpc::Kind::ErrorResponse:
        if (context.request)
            response(context);
        break;
    default:
        break;
    }
}

void TaskWatch::request(const Context &context)
{
    const std::string_view method = context.message.method;
    if (isInput(method)) {
        const auto related = context.params()["_meta"][kRelatedTask]["taskId"];
        auto *task = m_connection.tasksOf(context.record.channel).find(related.text());
        if (task) {
            ++task->openInputs;
            task->input = context.number;
        }
        return;
    }
    if (!method.starts_with("tasks/"))
        return;
    auto &tasks = m_connection.tasksOf(opposite(context.record.channel));
    if (method == "tasks/list" && !context.params()["cursor"]) {
        tasks.listBegan = context.number;
        tasks.listEnded = 0;
    }
    auto *task = tasks.find(context.params()["taskId"].text());
    if (!task)
        return;
    const bool isPoll = method == "tasks/get";
    task->polled = isPoll ? context.number : 0;
    task->polledAt = context.record.steadyNs;
    task->isFetching = task->isFetching || method == "tasks/result";
}

void TaskWatch::response(const Context &context)
{
    const std::string_view method = context.request->method;
    auto &tasks = m_connection.tasksOf(context.record.channel);
    if (method == "tasks/result") {
        if (auto *task = tasks.find(context.request->params()["taskId"].text()))
            task->fetched = context.number;
        return;
    }
    if (isInput(method)) {
        const auto related = context.request->params()["_meta"][kRelatedTask]["taskId"];
        auto *task = m_connection.tasksOf(context.request->channel).find(related.text());
        if (task && task->openInputs > 0) {
            --task->openInputs;
            task->polled = 0;
        }
    }
    if (context.record.kind == rpc::Kind::ErrorResponse)
        return;
    const auto result = context.result();
    if (method == "tasks/get" || method == "tasks/cancel")
        told(context, result, method == "tasks/get");
    else if (method == "tasks/list")
        listed(context);
    else if (method == "tasks/update")
        answered(context);
    else if (result["resultType"].equals("task"))
        created(context, result);
    else if (result["task"].isObject() && context.request->params()["task"])
        created(context, result["task"]);
}

void TaskWatch::created(const Context &context, const json::Value &task)
{
    auto *seen = m_connection.tasksOf(context.record.channel).add(task["taskId"].text());
    if (!seen || !task["taskId"].isString())
        return;
    *seen = {};
    seen->created = context.number;
    seen->createdAt = context.record.steadyNs;
    seen->request = context.request->number;
    seen->method = context.request->method;
    told(context, task, false);
}

void TaskWatch::told(const Context &context, const json::Value &task, bool isPoll)
{
    if (!task["taskId"].isString() || !task["status"].isString())
        return;
    const rpc::Channel owner = context.record.channel;
    auto *seen = m_connection.tasksOf(owner).add(task["taskId"].text());
    if (!seen)
        return;
    seen->status = task["status"].text();
    seen->told = context.number;
    if (isFinalStatus(seen->status) && seen->ended == 0) {
        seen->ended = context.number;
        seen->endedAfter = m_connection.requestsOn(opposite(owner)).received();
    }
    if (const auto ttl = milliseconds(task, "ttl", "ttlMs"))
        seen->ttl = ttl;
    if (const auto interval = milliseconds(task, "pollInterval", "pollIntervalMs"))
        seen->pollInterval = interval;
    if (!isPoll)
        seen->polled = 0; // whoever is told something may look at once
    const bool isUnread = seen->status == "input_required" && !seen->isFetching && seen->input == 0;
    seen->inputPolls = !isUnread ? 0 : seen->inputPolls + (isPoll ? 1 : 0);
    inputs(context, *seen, task["inputRequests"]);
}

// 2026 extensions/tasks#task-update-requests.
void TaskWatch::inputs(const Context &context, SeenTask &task, const json::Value &requests)
{
    for (auto &[key, input] : task.inputs)
        input.isOpen = false;
    for (const json::Value request : requests) {
        const std::string key = request.key();
        const auto message = std::hash<std::string>()(request["params"]["message"].text());
        auto known = task.inputs.find(key);
        if (known == task.inputs.end()) {
            if (task.inputs.size() >= SeenTask::kMaxInputs)
                return;
            known = task.inputs.emplace(key, SeenTask::Input()).first;
        }
        SeenTask::Input &input = known->second;
        const std::string method = request["method"].text();
        if (input.method != method || input.message != message)
            input = {method, message, context.number, 0, true}; // another request
        input.isOpen = true;
    }
}

void TaskWatch::listed(const Context &context)
{
    auto &tasks = m_connection.tasksOf(context.record.channel);
    for (const json::Value task : context.result()["tasks"]) {
        told(context, task, false);
        if (auto *seen = tasks.find(task["taskId"].text()))
            seen->listed = tasks.listBegan;
    }
    if (!context.result()["nextCursor"] && tasks.listBegan != 0)
        tasks.listEnded = context.number;
}

void TaskWatch::answered(const Context &context)
{
    const auto params = context.request->params();
    auto *task = m_connection.tasksOf(context.record.channel).find(params["taskId"].text());
    if (!task)
        return;
    for (const json::Value response : params["inputResponses"]) {
        const auto input = task->inputs.find(response.key());
        if (input != task->inputs.end() && input->second.answered == 0)
            input->second.answered = context.number;
    }
}

} // namespace sonde::findings
