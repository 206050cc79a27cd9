// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "rpc/message.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sonde::mcp {

// Server requests that are tasks of the client (2025-11-25 basic/utilities/tasks): the response to
// each is a task, and tasks/result gets the result when there is one. A state machine without I/O.
class HostedTasks {
public:
    static constexpr std::size_t kMaxTasks = 200; // tasks that are over make room
    static constexpr std::size_t kMaxFetches = 1000; // tasks/result requests that wait
    static constexpr std::chrono::milliseconds kMostKept{3'600'000}; // from its creation on
    static constexpr std::chrono::milliseconds kPollInterval{1000};

    // A response to the server: a result or an error.
    struct Reply {
        rpc::Id id;
        std::string result{}; // JSON text; empty: an error
        std::string error{}; // JSON text of the error object
        std::string note{}; // is recorded before the response; empty: nothing
    };
    using Replies = std::vector<Reply>;

    // `capabilities` is what the client declares, a JSON object as text.
    explicit HostedTasks(std::string_view capabilities);

    // Whether the request asks for a task, and the client declared that it may.
    bool wants(const rpc::Message &request) const;
    // Responds with a new task. Returns its id; empty when there are too many tasks.
    std::string create(const rpc::Message &request, const Stamp &now, Replies &out);
    // Responds to tasks/get, tasks/result, tasks/list and tasks/cancel; false for any other
    // request, or when the client declared no tasks. `cancelled` gets the id of the request whose
    // task was cancelled.
    bool respond(const rpc::Message &request, const Stamp &now, Replies &out,
        std::optional<rpc::Id> &cancelled);
    bool waits(const std::string &task) const; // whether it has no result yet
    // Forgets all tasks after the end of the connection. Returns the ids of the requests that still
    // waited.
    std::vector<rpc::Id> abandon();
    void finish(const std::string &task, std::string_view result, const Stamp &now, Replies &out);
    void fail(const std::string &task, std::string_view error, const Stamp &now, Replies &out);
    // Records a line before the task's result is sent.
    void logLifecycle(const std::string &task, std::string_view text);

private:
    enum class Status : std::uint8_t { Working, Completed, Failed, Cancelled };
    struct Task {
        std::string id;
        rpc::Id request;
        Status status = Status::Working;
        Stamp created;
        Stamp updated;
        std::chrono::milliseconds ttl{0};
        Reply outcome; // without an id
        std::vector<rpc::Id> fetches; // tasks/result that wait
    };
    Task *find(std::string_view id);
    void forgetOld(const Stamp &now);
    static std::string textOf(const Task &task);
    static void settle(Task &task, Status status, const Stamp &now, Replies &out);
    static void fetch(Task &task, const rpc::Message &request, Replies &out);

    bool m_declared = false;
    std::vector<std::string> m_methods; // that may be tasks
    std::vector<Task> m_tasks; // oldest first
    std::uint64_t m_last = 0;
};

} // namespace sonde::mcp
