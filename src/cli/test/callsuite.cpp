// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/test/callsuite.h"

#include "cli/output/clitr.h"
#include "cli/output/output.h"
#include "cli/server/callwatch.h"
#include "trace/record/store.h"

#include <utility>

namespace sonde::cli {

namespace {

using expect::CallOutcome;
using expect::TestCall;

CallOutcome outcomeOf(const Result<mcp::Response> &response)
{
    CallOutcome outcome;
    if (response) {
        outcome.result = Bytes::copyOf(response->result().raw());
        outcome.took = std::chrono::nanoseconds(response->serverNs());
        return outcome;
    }
    outcome.sentence = response.error().sentence;
    outcome.took = response.error().took;
    if (response.error().domain == Domain::Server)
        outcome.errorCode = response.error().code;
    return outcome;
}

// Whether an expectation is one of the response itself, which can be replaced.
bool isReplaceable(const TestCall &call)
{
    return !call.hasExpectation || !call.expected.result.isEmpty()
        || call.expected.errorCode.has_value();
}

} // namespace

CallSuite::CallSuite(const Options &options, const SuiteFile &suite, bool updates,
    const trace::Store &store, rpc::TrafficSink *traffic, Output &err, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_suite(suite)
    , m_updates(updates)
    , m_store(store)
    , m_link(options, traffic, err)
{
    connect(&m_link, &ServerLink::ready, this, &CallSuite::list);
    connect(&m_link, &ServerLink::closing, this, &CallSuite::abandon);
    connect(&m_link, &ServerLink::finished, this, [this](int exitCode) {
        abandon(); // it was never connected
        Q_EMIT finished(exitCode);
    });
}

void CallSuite::start()
{
    m_link.start();
}

// With the definitions of the tools, their output schemas are checked.
void CallSuite::list()
{
    m_request = m_link.client().list({QStringLiteral("tools/list"), QStringLiteral("tools")},
        CallWatch::timeouts(m_options), this, [this](const mcp::Listing &) { next(); });
}

void CallSuite::next()
{
    if (!m_link.isReady())
        return;
    while (m_at < m_suite.calls.size() && !m_suite.chosen[m_at])
        ++m_at;
    if (m_at == m_suite.calls.size())
        return m_link.end(kFine);
    const TestCall &call = m_suite.calls[m_at];
    m_result = {m_suite.name, call.name};
    m_result.first = trace::Number(m_store.messageCount() + 1);
    m_request = m_link.client().request(call.method, call.params, CallWatch::timeouts(m_options),
        this, [this](const Result<mcp::Response> &response) {
            if (m_link.isReady()) // else abandon() has the last word
                judge(outcomeOf(response));
        });
}

void CallSuite::judge(const CallOutcome &outcome)
{
    const TestCall &call = m_suite.calls[m_at];
    expect::Judgement judgement = call.expected.judge(outcome);
    m_result.last = trace::Number(m_store.messageCount());
    m_result.took = outcome.took;
    m_result.sentences = std::move(judgement.sentences);
    m_result.differences = std::move(judgement.differences);
    const bool isResponse = !outcome.result.isEmpty() || outcome.errorCode.has_value();
    if (isResponse)
        m_responses[m_at] = outcome;
    const bool isNew = !call.hasExpectation || !m_result.sentences.isEmpty();
    if (m_updates && isResponse && isNew && isReplaceable(call)) {
        m_updated.push_back(m_at);
        return finishTest(TestResult::Verdict::Updated);
    }
    finishTest(
        m_result.sentences.isEmpty() ? TestResult::Verdict::Passed : TestResult::Verdict::Failed);
}

void CallSuite::finishTest(TestResult::Verdict verdict)
{
    m_result.verdict = verdict;
    m_results.push_back(std::exchange(m_result, {}));
    ++m_at;
    QMetaObject::invokeMethod(this, &CallSuite::next, Qt::QueuedConnection); // not one in another
}

// The calls that have no response yet get none.
void CallSuite::abandon()
{
    for (; m_at < m_suite.calls.size(); ++m_at) {
        if (!m_suite.chosen[m_at])
            continue;
        m_result.suite = m_suite.name;
        m_result.name = m_suite.calls[m_at].name;
        m_result.verdict = TestResult::Verdict::NotRun;
        if (m_result.first != 0) {
            m_result.last = trace::Number(m_store.messageCount());
            m_result.sentences << Text::tr("The connection ended before the response.");
        }
        m_results.push_back(std::exchange(m_result, {}));
    }
}

void CallSuite::interrupt(int signal)
{
    if (m_signal != 0 || m_link.isEnding())
        return m_link.abandon(kSignalBase + signal);
    m_signal = signal;
    m_link.end(kSignalBase + signal);
}

} // namespace sonde::cli
