// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/engine/checker.h"
#include "trace/recorder/recorder.h"
#include "trace/transfer/exportset.h"

#include <memory>
#include <vector>

namespace sonde::agent {

// The recording of all connections, with what the rules find in it. Used by one thread.
class Recording {
public:
    static constexpr std::size_t kMaxRecords = 2'000'000; // later ones are not listed

    // What is recorded goes to `sink`, which passes it on to the recorder. Both outlive it.
    Recording(trace::Recorder &recorder, rpc::TrafficSink &sink);

    rpc::TrafficSink *sink() { return &m_sink; }
    const trace::Store &store() const { return m_recorder; }

    // Takes in what has been recorded since the last call.
    void update();
    std::size_t size() const { return m_records.size(); }
    // The records so far.
    trace::ExportSet set();
    const std::vector<findings::Finding> &found() const { return m_findings; }

    QString serverOf(const trace::Record &record) const
    {
        return m_recorder.stream(record.stream).server;
    }
    // The record of the message that begins there; 0: there is none.
    trace::Number numberAt(rpc::StreamId stream, std::uint64_t offset) const;
    // The first request of the client with that method behind a record; 0: there is none.
    trace::Number requestBehind(
        trace::Number number, const QString &server, const QString &method) const;
    const trace::Record *find(trace::Number number) const;

private:
    trace::Recorder &m_recorder;
    rpc::TrafficSink &m_sink;
    std::unique_ptr<trace::Store::Reader> m_reader;
    trace::Changes m_changes;
    trace::RecordList m_records;
    findings::Checker m_checker;
    std::vector<findings::Finding> m_findings;
};

} // namespace sonde::agent
