// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/checkoptions.h"
#include "cli/options/options.h"
#include "cli/test/suitefile.h"
#include "cli/test/testfindings.h"
#include "cli/test/testresult.h"

#include <QObject>

#include <memory>
#include <vector>

namespace sonde::rpc {
class TrafficSink;
}
namespace sonde::trace {
class Recorder;
}

namespace sonde::cli {

class CallSuite;
class Output;
class ReplayConnection;

// `test`: runs the files of a folder against a server, each on a connection of its own, and
// reports which tests passed.
class TestCommand : public QObject {
    Q_OBJECT
public:
    // `traffic` is the recorder, or passes everything on to it. All of them outlive it.
    TestCommand(const Options &options, trace::Recorder &recorder, rpc::TrafficSink *traffic,
        Output &out, Output &err, QObject *parent = nullptr);
    ~TestCommand() override;

    void start();
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    Result<void> readOptions();
    void next();
    void runCalls(const SuiteFile &suite, bool updates);
    void runRecording(const SuiteFile &suite);
    void ended(int exitCode);
    void endCalls(const SuiteFile &suite);
    void update(const SuiteFile &suite);
    void takeReplay(const SuiteFile &suite);
    void report();

    const Options &m_options;
    trace::Recorder &m_recorder;
    rpc::TrafficSink *const m_traffic;
    Output &m_out;
    Output &m_err;
    FindingLevels m_levels;
    QString m_format;
    bool m_updates = false;
    std::vector<SuiteFile> m_suites;
    std::size_t m_at = 0; // the suite that runs
    std::unique_ptr<CallSuite> m_calls;
    std::unique_ptr<CallSuite> m_firstRun; // with --update, of the suite that is run again
    std::unique_ptr<ReplayConnection> m_replay;
    std::vector<SuiteSpan> m_spans;
    TestResults m_results;
    int m_failure = 0; // the exit code of the first suite that failed to run
    int m_signal = 0;
};

} // namespace sonde::cli
