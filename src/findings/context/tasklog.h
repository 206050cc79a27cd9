// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace sonde::findings {

// Where the two protocols of tasks keep what belongs to a task.
inline constexpr std::string_view kRelatedTask = "io.modelcontextprotocol/related-task";
inline constexpr std::string_view kTasksExtension = "io.modelcontextprotocol/tasks";

// Nothing follows on these states.
constexpr bool isFinalStatus(std::string_view status)
{
    return status == "completed" || status == "failed" || status == "cancelled";
}

// A task as the messages have shown it so far.
struct SeenTask {
    static constexpr std::size_t kMaxInputs = 100; // keys that are remembered

    // What a task asks for under a key (the extension).
    struct Input {
        std::string method;
        std::size_t message = 0; // a hash of its text for the person
        trace::Number asked = 0; // the message that asked for it first
        trace::Number answered = 0; // the acknowledgement of its response; 0: none
        bool isOpen = true; // in the newest list of what is asked
    };

    trace::Number created = 0; // the response that announced it; 0: unknown
    std::int64_t createdAt = 0; // its steady time
    trace::Number request = 0; // that it was made of
    std::string method; // of that request
    std::string status; // the newest
    trace::Number told = 0; // the message that told it
    trace::Number ended = 0; // the message that told the final status; 0: it goes on
    std::size_t endedAfter = 0; // messages of its owner; see RequestLog::received()
    std::optional<std::int64_t> ttl; // milliseconds; nothing: unknown, or for ever
    std::optional<std::int64_t> pollInterval; // milliseconds
    trace::Number polled = 0; // the newest tasks/get, if nothing else was said of it since
    std::int64_t polledAt = 0;
    int inputPolls =
        0; // results of tasks/get in a row that say input_required, to nobody who reads
    bool isFetching = false; // tasks/result was sent
    trace::Number fetched = 0; // its response
    trace::Number input = 0; // the newest request of the owner that names the task
    int openInputs = 0; // those without a response
    trace::Number listed = 0; // the newest tasks/list in which it is
    std::map<std::string, Input, std::less<>> inputs; // by key
};

// The tasks of one party on a connection. Bounded: the oldest are forgotten.
class TaskLog {
public:
    static constexpr std::size_t kMaxTasks = 1000;
    static constexpr std::size_t kMaxId = 1000; // bytes; tasks with longer ids are not kept

    SeenTask *find(std::string_view id);
    const SeenTask *find(std::string_view id) const;
    // The task that was made of that request.
    const SeenTask *ofRequest(trace::Number request) const;
    bool isEmpty() const { return m_tasks.empty(); }
    // Null if the id cannot be kept.
    SeenTask *add(const std::string &id);

    // tasks/list, from its first page to its last one.
    trace::Number listBegan = 0; // the request
    trace::Number listEnded = 0; // the response; 0: not yet

private:
    std::map<std::string, SeenTask, std::less<>> m_tasks;
    std::deque<std::string> m_order;
};

} // namespace sonde::findings
