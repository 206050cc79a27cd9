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

// The requests of a server that it wants as tasks of the client (2025-11-25 basic/utilities/tasks):
// each is answered with a task at once, and who answers it later gives the result that tasks/result
// waits for. A pure state machine.
class HostedTasks {
public:
    static constexpr std::size_t kMaxTasks = 200; // those that are over make room
    static constexpr std::size_t kMaxFetches = 1000; // tasks/result that wait
    static constexpr std::chrono::milliseconds kMostKept{3'600'000}; // from its creation on
    static constexpr std::chrono::milliseconds kPollInterval{1000};

    // What goes to the server: a result, or an error with its code.
    struct Reply {
        rpc::Id id;
        std::string result{}; // JSON text; empty: an error
        int code = 0;
        std::string message{};
        std::string note{}; // the line of the trace that stands before it; empty: none
    };
    using Replies = std::vector<Reply>;

    // `capabilities` is what the client declares, a JSON object as text.
    explicit HostedTasks(std::string_view capabilities);

    // Whether the server wants that request as a task, and was told that it may.
    bool wants(const rpc::Message &request) const;
    // Answers with the task; gives its id, or nothing when there are too many.
    std::string create(const rpc::Message &request, const Stamp &now, Replies &out);
    // tasks/get, tasks/result, tasks/list and tasks/cancel; false: it is none of them, or nothing
    // about tasks was declared. `cancelled` gets the id of the request whose task is cancelled.
    bool answer(const rpc::Message &request, const Stamp &now, Replies &out,
        std::optional<rpc::Id> &cancelled);
    bool waits(const std::string &task) const; // for its result
    // The connection is gone, and all tasks with it: the ids of the requests that still waited.
    std::vector<rpc::Id> abandon();
    void finish(const std::string &task, std::string_view result, const Stamp &now, Replies &out);
    void fail(const std::string &task, int code, std::string_view message, const Stamp &now,
        Replies &out);
    // Stands in the trace before the result.
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
