// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "changes/snapshotrun.h"
#include "cli/options/options.h"
#include "cli/server/serverlink.h"

#include <QObject>

#include <memory>

namespace sonde::cli {

class Output;

// Connects to a server, loads everything that it offers, and disconnects.
class SnapshotLoad : public QObject {
    Q_OBJECT
public:
    // `traffic` and `err` outlive it.
    SnapshotLoad(
        Options options, rpc::TrafficSink *traffic, Output &err, QObject *parent = nullptr);
    ~SnapshotLoad() override;

    void start();
    // The first signal stops the server; the second one ends at once.
    void interrupt(int signal);
    // After finished(), unless the exit code says that there is none.
    const changes::Snapshot &snapshot() const { return m_snapshot; }
    bool isLoaded() const { return m_isLoaded; }

Q_SIGNALS:
    // kServerError with a snapshot: a list is incomplete, and it was said why.
    void finished(int exitCode);

private:
    void load();
    void loaded();

    const Options m_options;
    Output &m_err;
    ServerLink m_link;
    std::unique_ptr<changes::SnapshotRun> m_run;
    changes::Snapshot m_snapshot;
    bool m_isLoaded = false;
    int m_signal = 0;
};

} // namespace sonde::cli
