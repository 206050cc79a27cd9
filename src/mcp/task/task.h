// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>

namespace sonde::mcp {

// Two protocols of the same name: tasks of 2025-11-25 (basic/utilities/tasks), and the extension
// io.modelcontextprotocol/tasks.
enum class TaskStyle : std::uint8_t { Core, Extension };

enum class TaskStatus : std::uint8_t {
    Working,
    InputRequired,
    Completed,
    Failed,
    Cancelled,
    Unknown, // a word that no revision knows; the task goes on
};

// Nothing follows on these.
constexpr bool isOver(TaskStatus status)
{
    return status == TaskStatus::Completed || status == TaskStatus::Failed
        || status == TaskStatus::Cancelled;
}

// What a server says of a task. Times are milliseconds.
struct TaskFacts {
    static constexpr qsizetype kMaxText = 2000; // characters of a text

    std::string id;
    TaskStatus status = TaskStatus::Working;
    QString statusText; // as written
    QString message;
    QString createdAt;
    QString updatedAt;
    std::optional<std::int64_t> ttl; // how long it is kept from its creation on; nothing: for ever
    std::optional<std::int64_t> pollInterval; // nothing: the client chooses
};

// The task that a result, or the params of a notification, holds; nothing when it holds none.
// `style` gets which of the two protocols it is.
std::optional<TaskFacts> taskOf(const json::Value &holder, TaskStyle *style = nullptr);
// Whether the response to a request is a task in place of its result: {"task":…} of 2025-11-25, or
// resultType "task".
bool isTaskCreated(const json::Value &result);
// 2025-11-25 basic/utilities/tasks#related-task-metadata: the id of the task that a message
// belongs to, out of its params; empty without.
std::string relatedTask(const json::Value &params);

} // namespace sonde::mcp
