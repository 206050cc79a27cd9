// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/replay/replayconnection.h"

#include <QObject>

#include <memory>
#include <optional>

namespace sonde::cli {

// `replay`: sends the client's side of a recording to a server, once or, to learn what differs
// between two runs, twice, and compares what comes of it.
class ReplayCommand : public QObject {
    Q_OBJECT
public:
    // `traffic` and the outputs outlive it.
    ReplayCommand(const Options &options, rpc::TrafficSink *traffic, Output &out, Output &err,
        QObject *parent = nullptr);
    ~ReplayCommand() override;

    void start();
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    void connectTo();
    void ended(int exitCode);
    bool learn(const replay::Outcomes &again);
    void report(int exitCode);

    const Options &m_options;
    rpc::TrafficSink *const m_traffic;
    Output &m_out;
    Output &m_err;
    ReplayLine m_line;
    std::unique_ptr<ReplayConnection> m_connection;
    std::optional<replay::Outcomes> m_outcomes; // of the first run
    int m_signal = 0;
};

} // namespace sonde::cli
