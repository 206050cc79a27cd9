// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/fanout/fancolumn.h"
#include "cli/fanout/fanconnection.h"

#include <QObject>

#include <map>
#include <memory>
#include <vector>

namespace sonde::trace {
class Recorder;
}

namespace sonde::cli {

// `fan-out`: sends a request to several servers, or to one in several revisions, and shows side by
// side what came of it. Servers work at the same time, but each of them for one column after the
// other.
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
    void startNext();
    void begin(std::size_t column);
    bool isAtWork(const QString &server) const;
    void ended(std::size_t column, int exitCode);
    void report();
    int failure() const; // the exit code of the first column without a response

    const Options &m_options;
    const Bytes &m_payload;
    trace::Recorder &m_recorder;
    rpc::TrafficSink *const m_traffic;
    Output &m_out;
    Output &m_err;
    std::vector<FanColumn> m_columns;
    std::vector<bool> m_hasBegun; // of the columns
    std::map<std::size_t, std::unique_ptr<FanConnection>> m_atWork; // by their columns
    fanout::FanResults m_results;
    std::vector<int> m_codes; // of the columns
    int m_signal = 0;
};

} // namespace sonde::cli
