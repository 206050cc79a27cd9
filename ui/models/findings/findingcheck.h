// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "findings/engine/checker.h"
#include "models/trace/tracemodel.h"
#include "trace/record/recordlist.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_set>
#include <vector>

namespace sonde::models {

// Checks the messages of a trace against the rules of the specification while they arrive: one
// after the other, in a background thread, and in slices, so that neither the window nor the
// recorder waits for it. It copies records of one slice at a time, whatever the session's length.
class FindingCheck : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxRecords = 2000; // of a slice
    static constexpr std::size_t kMaxFound = 200; // findings after which a slice ends
    static constexpr std::chrono::milliseconds kMaxTime{50}; // of a slice
    // Before the first slice, which reads all requirements: a window that is being opened goes
    // first.
    static constexpr std::chrono::milliseconds kStartDelay{250};
    // For which findings about what a server does before its handshake wait for the revision.
    static constexpr std::chrono::seconds kHandshakePatience{3};

    // What a slice has found out.
    struct Batch {
        std::vector<findings::Finding> found;
        std::vector<findings::Exercised> exercised;
        std::uint64_t omitted = 0; // in all: see Checker::omitted()
        bool isWaiting = false; // see Checker::isWaiting()
    };

    // The store of the model outlives it.
    explicit FindingCheck(TraceModel &model, QObject *parent = nullptr);
    ~FindingCheck() override;

    // How many of the messages in the trace are not checked yet.
    std::uint64_t behind() const;

Q_SIGNALS:
    void checked(const sonde::models::FindingCheck::Batch &batch); // after each slice

private:
    struct Change {
        trace::Number after = 0; // comes after this message
        trace::Number number = 0;
        trace::Record record;
    };
    struct Cleared {
        trace::RecordSnapshot records;
        trace::Number first = 0;
    };
    struct Work;

    void keepCleared();
    void recordsChanged(int from, int to);
    void next();
    void startSlice();
    void finishSlice(const Batch &batch);
    void stopWaiting();
    bool prepare();
    std::vector<trace::Record> nextRecords() const;
    bool isAll() const;

    TraceModel &m_model;
    std::unique_ptr<Work> m_work; // the job's, while it runs
    trace::Number m_next = 1; // the first message that no slice had yet
    trace::Number m_checked = 0; // the last message that was checked
    std::deque<Change> m_changes; // for the slices to come
    std::unordered_set<trace::Number> m_open; // exchanges whose end no slice has seen
    std::deque<Cleared> m_cleared; // lists that were cleared before all of them was checked
    bool m_running = false;
    QTimer m_patience; // of findings that wait for a handshake
    BackgroundJob m_job;
};

} // namespace sonde::models
