// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/trace/tracemodel.h"

#include <QHash>

#include <stop_token>
#include <vector>

namespace sonde::models {

// Which requests belong to a call: its further rounds (a response that asked for input, and the
// request that brought it), the requests about the task it became, and what the server asked while
// it ran. Is told of every record in their order, and of the text of those of which a round may be
// made; only what belongs to a call is remembered.
class CallFamilies {
public:
    static constexpr std::size_t kMaxMembers = 100'000;
    static constexpr std::size_t kMaxWaiting = 64; // calls that wait for input at the same time
    static constexpr std::size_t kMaxRunning = 256; // requests
    static constexpr qsizetype kMaxMethods = 10'000; // remembered
    static constexpr std::uint32_t kMaxRead = 16 << 20; // bytes of a message that is looked into

    struct Family {
        std::vector<trace::Number> rounds; // the call first; empty when there is only that
        trace::Number last = 0; // of our requests that belong to it; 0: only the call
        bool isTask = false;
        trace::Number result = 0; // the first tasks/result
        std::int64_t over = 0; // of a task: when it ended, or the connection did; 0: neither
        trace::State outcome = trace::State::None; // of a task, from its last status
        bool isSilent = false; // a response to tasks/get has no status
        // Whether this is a task that has not ended, by its last status.
        bool goesOn() const { return isTask && over == 0 && !isSilent; }
    };

    explicit CallFamilies(const TraceModel &model)
        : m_model(model)
    {
    }

    // What the text of a message says about rounds.
    struct RoundText {
        bool hasState = false;
        std::size_t state = 0; // hash of the requestState, as it is written
        bool hasResponses = false;
    };
    // On any thread.
    static RoundText read(
        const trace::Store &store, const trace::Record &record, const std::stop_token &stop = {});

    void clear();
    // Whether take() is to be told what the text of the record says.
    bool needsText(const trace::Record &record);
    // The call that the record, a request, belongs to; 0: to none.
    trace::Number take(trace::Number number, const trace::Record &record, const RoundText &text);
    trace::Number callOf(trace::Number request) const { return m_calls.value(request); }
    const Family *family(trace::Number call) const; // null: nothing belongs to it
    // From 1 on; 0 for a request that is no round.
    int roundOf(trace::Number request, trace::Number call) const;

private:
    struct Waiting { // for the next round
        trace::Number call = 0;
        std::uint32_t method = 0;
        std::uint32_t target = 0;
        QString server;
        RoundText text;
    };

    bool isWaiting(const Waiting &waiting, const trace::Record &record) const;
    void answered(const trace::Record &response, const RoundText &text);
    void recordTask(const trace::Record &request, const trace::Record &response);
    void recordTask(const trace::Record &notification);
    static void end(Family &task, trace::State outcome, std::int64_t steadyNs);
    void connectionOver(const trace::Record &line);
    trace::Number sent(trace::Number number, const trace::Record &record, const RoundText &text);
    trace::Number received(const trace::Record &record) const;
    trace::Number onlyRunning(const trace::Record &record) const;
    trace::Number nextRound(const trace::Record &record, const RoundText &text);
    void wait(trace::Number request, const RoundText &text);
    trace::Number rootOf(trace::Number request) const;
    bool isTaskMethod(std::uint32_t method); // requests and notifications
    QString taskKey(const trace::Record &record, const QString &id) const;
    const trace::Record *recordOf(trace::Number number) const;

    const TraceModel &m_model;
    QHash<trace::Number, trace::Number> m_calls; // by member
    QHash<trace::Number, Family> m_families;
    QHash<QString, trace::Number> m_tasks; // server and id → call
    std::vector<Waiting> m_waiting;
    std::vector<trace::Number> m_running; // of ours
    QHash<std::uint32_t, bool> m_taskMethods; // by string: what isTaskMethod() has found
};

} // namespace sonde::models
