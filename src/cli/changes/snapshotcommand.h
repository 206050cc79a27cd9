// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/changes/snapshotload.h"

namespace sonde::cli {

// `snapshot`: prints what a server offers, as a file for `compare`.
class SnapshotCommand : public QObject {
    Q_OBJECT
public:
    // `traffic` and the outputs outlive it.
    SnapshotCommand(const Options &options, rpc::TrafficSink *traffic, Output &out, Output &err,
        QObject *parent = nullptr);

    void start() { m_load.start(); }
    void interrupt(int signal) { m_load.interrupt(signal); }

Q_SIGNALS:
    void finished(int exitCode);

private:
    SnapshotLoad m_load;
    Output &m_out;
};

} // namespace sonde::cli
