// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/fanout/fancolumn.h"
#include "cli/fanout/fanconnection.h"

#include <QObject>

#include <memory>
#include <vector>

namespace sonde::trace {
class Recorder;
}

namespace sonde::cli {

// `fan-out`: sends a request to several servers, or to one in several revisions, one after the
// other, so that none of them slows another one down, and shows side by side what came of it.
class FanOutCommand : public QObject {
    Q_OBJECT
public:
    // `payload` as for FanConnection. `traffic` is the recorder, or passes everything on to it.
    // All of them outlive it.
    FanOutCommand(const Options &options, const Bytes &payload, trace::Recorder &recorder,
        rpc::TrafficSink *traffic, Output &out, Output &err, QObject *parent = nullptr);
    ~FanOutCommand() override;

    void start();
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    void next();
    void ended(int exitCode);
    void report();

    const Options &m_options;
    const Bytes &m_payload;
    trace::Recorder &m_recorder;
    rpc::TrafficSink *const m_traffic;
    Output &m_out;
    Output &m_err;
    std::vector<FanColumn> m_columns;
    std::unique_ptr<FanConnection> m_connection;
    FanResults m_results; // of the columns so far
    int m_failure = 0; // the exit code of the first column without a response
    int m_signal = 0;
};

} // namespace sonde::cli
