// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "mcp/task/task.h"

#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

namespace sonde::mcp {

inline constexpr std::int64_t kNsPerMs = 1'000'000;

// What a task wants done. Get, Fetch, Update and Cancel are requests; their sender brings
// the response back.
struct TaskAction {
    enum class Kind : std::uint8_t {
        Get, // tasks/get
        Fetch, // tasks/result, which may wait as long as the task does (2025-11-25)
        Update, // tasks/update with `text`, the responses by key (extension)
        Cancel, // tasks/cancel
        Ask, // the input requests in `text`, an object by key, want responses (extension)
        Withdraw, // the server no longer wants the one whose key is `text`
        Finish, // outcome() is there
    };
    Kind kind = Kind::Get;
    std::string text{};
};
using TaskActions = std::vector<TaskAction>;

// One task of a server, from the response that created it to its result: when to send tasks/get,
// when to fetch the result. A state machine without I/O; times are steady nanoseconds.
class TaskMachine {
public:
    static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
    static constexpr std::chrono::milliseconds kUsualPoll{
        1000}; // when the server gives no pollInterval
    static constexpr std::chrono::milliseconds kLeastPoll{
        100}; // also when the server asks for less
    static constexpr std::chrono::milliseconds kMostPoll{300'000};
    static constexpr int kMaxFailures = 5; // of tasks/get, one after the other
    static constexpr std::size_t kMaxHistory = 200; // states; the oldest make room
    static constexpr std::size_t kMaxInputs = 1000; // keys over the task's life

    struct Step {
        TaskStatus status = TaskStatus::Working;
        QString statusText;
        QString message;
        std::int64_t at = 0;
    };
    struct Outcome {
        TaskStatus status = TaskStatus::Completed;
        std::string result; // JSON text of the result that the call would have had
        std::string error; // the error object in its place; JSON text
        QString why; // where there is neither
    };

    // `created` is a result for which isTaskCreated() is true.
    void begin(const json::Value &created, std::int64_t now, TaskActions &out);
    // The response to a request of that kind arrived.
    void answered(
        TaskAction::Kind kind, const json::Value &result, std::int64_t now, TaskActions &out);
    void failed(TaskAction::Kind kind, const Error &error, std::int64_t now, TaskActions &out);
    // The params of notifications/tasks/status, or of notifications/tasks.
    void notified(const json::Value &params, std::int64_t now, TaskActions &out);
    void tick(std::int64_t now, TaskActions &out);
    void pollNow(TaskActions &out);
    void cancel(TaskActions &out);
    // `responses`: a JSON object of the responses by key.
    void respondToInputs(const std::string &responses, TaskActions &out);
    // These input requests, an object by key, stay without responses: the task is cancelled
    // instead.
    void stopInputs(const json::Value &requests, TaskActions &out);
    // The connection is gone; the task may live on, and is asked for on the next one.
    void lost();
    void resumed(std::int64_t now, TaskActions &out);

    TaskStyle style() const { return m_style; }
    const TaskFacts &facts() const { return m_facts; }
    const std::vector<Step> &history() const { return m_history; }
    const Outcome &outcome() const { return m_outcome; }
    bool isFinished() const { return m_finished; }
    bool isConnected() const { return m_connected; }
    bool isCancelling() const { return m_cancelling; }
    std::int64_t begunNs() const { return m_begun; }
    std::int64_t nextPoll() const { return m_finished || !m_connected ? kNever : m_nextPoll; }
    // When the server may forget it; kNever when it did not say.
    std::int64_t expires() const;
    const QString &trouble() const { return m_trouble; } // of the newest tasks/get; empty: none
    int oddChanges() const { return m_oddChanges; } // that no task may make

private:
    enum class From : std::uint8_t { Get, Elsewhere };
    void adopt(const json::Value &holder, From from, std::int64_t now, TaskActions &out);
    void logLifecycle(std::int64_t now);
    void askInputs(const json::Value &requests, TaskActions &out);
    void withdrawInputs(const json::Value &requests, TaskActions &out);
    void settleInputs(const json::Value &byKey);
    void askAgain(bool alsoWaiting);
    void schedule(std::int64_t now);
    void poll(TaskActions &out);
    void fetch(TaskActions &out);
    void finish(Outcome outcome, TaskActions &out);

    TaskStyle m_style = TaskStyle::Core;
    TaskFacts m_facts;
    std::vector<Step> m_history;
    Outcome m_outcome;
    // What became of a key: it waits for a response, the response is on its way (or the task is
    // being cancelled in its place), or it has arrived.
    enum class Input : std::uint8_t { Waiting, Sent, Done };
    std::map<std::string, Input> m_inputs; // by key
    QString m_trouble;
    std::int64_t m_begun = 0;
    std::int64_t m_nextPoll = kNever;
    int m_failures = 0;
    int m_oddChanges = 0;
    bool m_getting = false; // a tasks/get is under way
    bool m_fetching = false;
    bool m_cancelling = false;
    bool m_connected = true;
    bool m_finished = false;
};

} // namespace sonde::mcp
