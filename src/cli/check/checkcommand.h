// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "changes/snapshotrun.h"
#include "check/checkwalk.h"
#include "check/httpwalk.h"
#include "cli/options/options.h"
#include "cli/output/output.h"
#include "cli/server/serverlink.h"
#include "findings/accepted/baseline.h"
#include "trace/recorder/recorder.h"

#include <QObject>

#include <deque>
#include <memory>
#include <optional>

namespace sonde::cli {

// `check`: connects to a server, in one revision or in each that it speaks, sends what is harmless,
// and reports what of its responses breaks the specification.
class CheckCommand : public QObject {
    Q_OBJECT
public:
    // `traffic` is the recorder, or passes everything on to it. All of them outlive it.
    CheckCommand(const Options &options, trace::Recorder &recorder, rpc::TrafficSink *traffic,
        Output &out, Output &err, QObject *parent = nullptr);
    ~CheckCommand() override;

    void start();
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    // One start of the server.
    struct Run {
        QString revision; // empty: as the server and the options say
        bool isWalked = true; // otherwise only the negotiation is of interest
        bool isSilent = false; // a failure to connect is none of the check
    };
    void nextRun();
    void ready(const Run &run);
    void loadDefinitions();
    void walk();
    void walkHttp();
    void addOtherRevisions();
    void ended(const Run &run, int exitCode);
    void report();

    const Options m_options;
    trace::Recorder &m_recorder;
    rpc::TrafficSink *const m_traffic;
    Output &m_out;
    Output &m_err;
    Output m_silent{Output::kClosed};
    findings::Baseline m_baseline; // empty: nothing is accepted
    std::optional<changes::Snapshot> m_accepted; // the definitions in the file; nothing: no file
    std::optional<changes::Snapshot> m_offered; // by the first run
    std::unique_ptr<changes::SnapshotRun> m_definitions; // while they are loaded
    std::deque<Run> m_runs;
    Options m_runOptions; // of m_link
    std::unique_ptr<ServerLink> m_link;
    std::unique_ptr<check::CheckWalk> m_walk;
    std::unique_ptr<check::HttpWalk> m_httpWalk;
    QString m_revision; // that was negotiated first
    int m_failure = 0; // the exit code of a run that failed
    int m_signal = 0;
};

} // namespace sonde::cli
