// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/task/task.h"

namespace sonde::mcp {

namespace {

constexpr struct {
    std::string_view word;
    TaskStatus status;
} kStatuses[]{{"working", TaskStatus::Working}, {"input_required", TaskStatus::InputRequired},
    {"completed", TaskStatus::Completed}, {"failed", TaskStatus::Failed},
    {"cancelled", TaskStatus::Cancelled}};

TaskStatus statusOf(const json::Value &word)
{
    for (const auto &each : kStatuses) {
        if (word.equals(each.word))
            return each.status;
    }
    return TaskStatus::Unknown;
}

QString text(const json::Value &value)
{
    return value.isString() ? value.toString().left(TaskFacts::kMaxText) : QString();
}

std::optional<std::int64_t> millisecondsOf(const json::Value &value)
{
    const auto number = value.toInt64();
    return number && *number >= 0 ? number : std::nullopt;
}

} // namespace

std::optional<TaskFacts> taskOf(const json::Value &holder, TaskStyle *style)
{
    const json::Value task = holder["task"].isObject() ? holder["task"] : holder;
    if (!task["taskId"].isString())
        return {};
    const bool extension =
        bool(task["ttlMs"]) || bool(task["pollIntervalMs"]) || holder["resultType"].equals("task");
    if (style)
        *style = extension ? TaskStyle::Extension : TaskStyle::Core;
    TaskFacts facts;
    facts.id = task["taskId"].text();
    facts.status = statusOf(task["status"]);
    facts.statusText = text(task["status"]);
    facts.message = text(task["statusMessage"]);
    facts.createdAt = text(task["createdAt"]);
    facts.updatedAt = text(task["lastUpdatedAt"]);
    facts.ttl = millisecondsOf(task[extension ? "ttlMs" : "ttl"]);
    facts.pollInterval = millisecondsOf(task[extension ? "pollIntervalMs" : "pollInterval"]);
    return facts;
}

bool isTaskCreated(const json::Value &result)
{
    if (result["resultType"].equals("task"))
        return result["taskId"].isString();
    return result["task"]["taskId"].isString();
}

std::string relatedTask(const json::Value &params)
{
    return params["_meta"]["io.modelcontextprotocol/related-task"]["taskId"].text();
}

} // namespace sonde::mcp
