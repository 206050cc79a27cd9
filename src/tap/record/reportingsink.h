// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tap/announce/announcement.h"
#include "trace/recorder/recorder.h"

#include <atomic>
#include <mutex>

namespace sonde::tap {

// Passes traffic on to the recorder of a tap, and tells windows after each record that there is
// more. Thread-safe, as the recorder is.
class ReportingSink final : public rpc::TrafficSink {
public:
    // Both outlive it.
    ReportingSink(trace::Recorder &recorder, Announcement &announcement)
        : m_recorder(recorder)
        , m_announcement(announcement)
    {
    }

    // What a host calls itself, once it has sent a request; the first name is kept.
    void setHost(const QString &name);
    void report(); // what is new since the last time

    rpc::StreamId openStream(const rpc::StreamInfo &info) override;
    void bytes(rpc::StreamId stream, std::uint64_t offset, Stamp at, const Bytes &bytes) override;
    std::int64_t message(const rpc::Place &place, Stamp at, const rpc::Message &message) override;
    void beginBatch() override;
    void endBatch() override;
    void problem(rpc::StreamId stream, std::uint64_t offset, rpc::Problem problem) override;
    rpc::ExchangeId openExchange(const rpc::Exchange &exchange) override;
    void updateExchange(rpc::ExchangeId id, const rpc::Exchange &exchange) override;

private:
    trace::Recorder &m_recorder;
    Announcement &m_announcement;
    std::atomic<bool> m_isBatch = false; // the recorder is locked; the end of the batch reports
    std::mutex m_mutex; // protects m_progress
    TapProgress m_progress;
};

} // namespace sonde::tap
