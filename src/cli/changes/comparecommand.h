// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/changes/snapshotload.h"

#include <QObject>

#include <memory>
#include <vector>

namespace sonde::cli {

// `compare`: says what changed from one side to the other. A side is a snapshot, a session file, a
// URL or the name of a server; with one side given, the server of the options is the other one.
class CompareCommand : public QObject {
    Q_OBJECT
public:
    // `traffic` and the outputs outlive it.
    CompareCommand(const Options &options, rpc::TrafficSink *traffic, Output &out, Output &err,
        QObject *parent = nullptr);
    ~CompareCommand() override;

    void start();
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    void next();
    void connectTo(const Options &server);
    void loaded(int exitCode);
    void report();
    void refuse(const Error &error);

    const Options m_options;
    rpc::TrafficSink *const m_traffic;
    Output &m_out;
    Output &m_err;
    std::vector<changes::Snapshot> m_sides; // as far as they are loaded
    std::unique_ptr<SnapshotLoad> m_load;
    int m_signal = 0;
    bool m_isIncomplete = false; // a list of a server could not be loaded
};

} // namespace sonde::cli
