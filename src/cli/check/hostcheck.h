// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/changes/snapshotload.h"

namespace sonde::cli {

// `check --for`: loads the lists of a server, and says what hosts make of its tools.
class HostCheck : public QObject {
    Q_OBJECT
public:
    // `traffic` and the outputs outlive it.
    HostCheck(const Options &options, rpc::TrafficSink *traffic, Output &out, Output &err,
        QObject *parent = nullptr);

    void start();
    void interrupt(int signal) { m_load.interrupt(signal); }

Q_SIGNALS:
    void finished(int exitCode);

private:
    void report(int exitCode);

    const Options m_options;
    SnapshotLoad m_load;
    Output &m_out;
    Output &m_err;
};

} // namespace sonde::cli
