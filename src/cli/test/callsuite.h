// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/server/serverlink.h"
#include "cli/test/suitefile.h"
#include "cli/test/testresult.h"

#include <QObject>

#include <map>
#include <vector>

namespace sonde::trace {
class Store;
}

namespace sonde::cli {

class Output;

// Connects to a server, and makes the chosen calls of a test file, one after the other.
class CallSuite : public QObject {
    Q_OBJECT
public:
    // All of them outlive it. `updates`: a call whose expectation its response can replace does not
    // fail.
    CallSuite(const Options &options, const SuiteFile &suite, bool updates,
        const trace::Store &store, rpc::TrafficSink *traffic, Output &err,
        QObject *parent = nullptr);

    void start();
    // The first signal stops the server; the second one ends at once.
    void interrupt(int signal);
    // One for each chosen call.
    const TestResults &results() const { return m_results; }
    // By the index of the call; only responses.
    const std::map<std::size_t, expect::CallOutcome> &responses() const { return m_responses; }
    // The calls that are to expect another response from now on.
    const std::vector<std::size_t> &updated() const { return m_updated; }

Q_SIGNALS:
    void finished(int exitCode);

private:
    void list();
    void next();
    void judge(const expect::CallOutcome &outcome);
    void finishTest(TestResult::Verdict verdict);
    void abandon();

    const Options &m_options;
    const SuiteFile &m_suite;
    const bool m_updates;
    const trace::Store &m_store;
    ServerLink m_link;
    RequestHandle m_request;
    TestResults m_results;
    std::map<std::size_t, expect::CallOutcome> m_responses;
    std::vector<std::size_t> m_updated;
    std::size_t m_at = 0; // the call that is made, or the next one
    TestResult m_result; // of the call that is made
    int m_signal = 0;
};

} // namespace sonde::cli
