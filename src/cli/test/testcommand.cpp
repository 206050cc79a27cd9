// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/test/testcommand.h"

#include "base/formatting.h"
#include "cli/options/commandrun.h"
#include "cli/options/commandtable.h"
#include "cli/options/outputformat.h"
#include "cli/output/clitr.h"
#include "cli/output/complaint.h"
#include "cli/output/output.h"
#include "cli/output/usageerror.h"
#include "cli/replay/replayconnection.h"
#include "cli/test/callsuite.h"
#include "cli/test/testreport.h"
#include "replay/replayreport.h"
#include "trace/recorder/recorder.h"

#include <algorithm>
#include <utility>

namespace sonde::cli {

namespace {

using replay::ReportRow;

constexpr Option kOptions[]{
    {.name = QLatin1String("--format"),
        .example = QLatin1String("text|json|junit|tap"),
        .shown = u"FORMAT",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP("CommandLineProgram", "text (the default), json, junit or tap")},
    {.name = QLatin1String("--only"),
        .example = QLatin1String("NAME"),
        .shown = u"NAME",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "only calls whose name has this text in it, and no recordings")},
    {.name = QLatin1String("--update"),
        .example = {},
        .shown = {},
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "write the response of each call that has no “expect”, or whose expected result or "
            "error code differs, into its file. Such a call is made a second time, and what "
            "differs between both results is ignored from then on")}};

TestResult::Verdict verdictOf(replay::Verdict verdict)
{
    return verdict == replay::Verdict::Same   ? TestResult::Verdict::Passed
        : verdict == replay::Verdict::NotSent ? TestResult::Verdict::NotRun
                                              : TestResult::Verdict::Failed;
}

QString sentenceOf(const ReportRow &row)
{
    if (!row.sentence.isEmpty())
        return row.sentence;
    switch (row.verdict) {
    case replay::Verdict::Same:
        return {};
    case replay::Verdict::Different:
        return Text::tr("It differs from the recording.");
    case replay::Verdict::Missing:
        return Text::tr("There is no response.");
    case replay::Verdict::Failed:
        return Text::tr("The response is an error, and a result in the recording.");
    case replay::Verdict::NotSent:
        break;
    }
    return Text::tr("The revision of the server does not have this method.");
}

TestResult resultOf(const ReportRow &row, const QString &suite)
{
    QString name = QString::fromStdString(row.method);
    if (!row.target.empty())
        name += u' ' + QString::fromStdString(row.target);
    if (row.number != 0)
        name = QStringLiteral("#%1 ").arg(row.number) + name;
    TestResult result{suite, name, verdictOf(row.verdict)};
    if (const QString sentence = sentenceOf(row); !sentence.isEmpty())
        result.sentences << sentence;
    result.differences = row.differences;
    result.took = row.now;
    return result;
}

int runTests(const ServerJob &job)
{
    TestCommand test(job.options, *job.recorder, job.traffic, job.out, job.err);
    return carryOut(test);
}

} // namespace

TestCommand::TestCommand(const Options &options, trace::Recorder &recorder,
    rpc::TrafficSink *traffic, Output &out, Output &err, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_recorder(recorder)
    , m_traffic(traffic)
    , m_out(out)
    , m_err(err)
{
}

TestCommand::~TestCommand() = default;

Result<void> TestCommand::readOptions()
{
    const Line &line = m_options.line;
    m_updates = line.has("--update");
    m_format = line.has("--format") ? line.text("--format") : testFormats().front();
    if (!testFormats().contains(m_format))
        return usageError(Text::tr("%1 is not a format. Use --format %2.")
                              .arg(quotedWord(m_format), listText(testFormats())));
    if (line.has("--json")) {
        if (Result<void> done =
                refuseContradiction(line, line.has("--format") ? m_format : QString());
            !done)
            return done;
        m_format = QStringLiteral("json");
    }
    if (Result<void> done = readLevels(line, m_levels); !done)
        return done;
    auto suites = readSuites(decodedWord(line.arguments().front()), line.text("--only"));
    if (!suites)
        return suites.error();
    m_suites = std::move(suites).value();
    return {};
}

void TestCommand::start()
{
    // What is wrong with a file is better known before a server is started.
    if (const Result<void> done = readOptions(); !done) {
        Q_EMIT finished(complainOf(done.error(), m_err));
        return;
    }
    next();
}

void TestCommand::next()
{
    m_calls.reset();
    m_firstRun.reset();
    m_replay.reset();
    if (m_signal != 0 || m_at == m_suites.size())
        return report();
    const SuiteFile &suite = m_suites[m_at];
    m_spans.push_back({suite.name, trace::Number(m_recorder.messageCount() + 1)});
    if (suite.recording)
        runRecording(suite);
    else
        runCalls(suite, m_updates);
}

void TestCommand::runCalls(const SuiteFile &suite, bool updates)
{
    m_calls = std::make_unique<CallSuite>(m_options, suite, updates, m_recorder, m_traffic, m_err);
    connect(m_calls.get(), &CallSuite::finished, this, &TestCommand::ended,
        Qt::QueuedConnection); // the connection is on the stack when it says so
    m_calls->start();
}

void TestCommand::runRecording(const SuiteFile &suite)
{
    m_replay = std::make_unique<ReplayConnection>(m_options, *suite.recording, m_traffic, m_err);
    connect(m_replay.get(), &ReplayConnection::finished, this, &TestCommand::ended,
        Qt::QueuedConnection);
    m_replay->start();
}

void TestCommand::ended(int exitCode)
{
    const SuiteFile &suite = m_suites[m_at];
    if (exitCode != kFine && m_failure == 0)
        m_failure = exitCode;
    if (m_firstRun)
        return update(suite);
    m_spans.back().last = trace::Number(m_recorder.messageCount());
    if (m_calls)
        return endCalls(suite);
    takeReplay(suite);
    ++m_at;
    next();
}

void TestCommand::endCalls(const SuiteFile &suite)
{
    const TestResults &results = m_calls->results();
    m_results.insert(m_results.end(), results.begin(), results.end());
    if (m_signal == 0 && m_failure == 0 && !m_calls->updated().empty()) {
        m_firstRun = std::move(m_calls);
        return runCalls(suite, false);
    }
    ++m_at;
    next();
}

void TestCommand::update(const SuiteFile &suite)
{
    std::map<std::size_t, expect::NewExpectation> changed;
    for (const std::size_t index : m_firstRun->updated()) {
        const auto again = m_calls->responses().find(index);
        const expect::CallOutcome &first = m_firstRun->responses().at(index);
        changed[index] =
            expect::learned(first, again == m_calls->responses().end() ? first : again->second,
                suite.calls[index].expected);
    }
    const Result<void> done = m_signal == 0
        ? updateSuite(suite, changed)
        : Result<void>(usageError(Text::tr("%1 was not updated.").arg(suite.path)));
    if (!done) {
        m_err.complain(done.error().sentence);
        m_failure = kUsage;
        for (TestResult &result : m_results) {
            if (result.suite == suite.name && result.verdict == TestResult::Verdict::Updated)
                result.verdict = TestResult::Verdict::NotRun;
        }
    }
    ++m_at;
    next();
}

void TestCommand::takeReplay(const SuiteFile &suite)
{
    if (!m_replay->wasConnected()) {
        m_results.push_back({suite.name, Text::tr("recording"), TestResult::Verdict::NotRun});
        return;
    }
    const replay::ReplayReport report =
        compareWithRecording(*suite.recording, m_replay->outcomes());
    for (const auto *rows : {&report.requests, &report.notifications}) {
        for (const ReportRow &row : *rows)
            m_results.push_back(resultOf(row, suite.name));
    }
}

void TestCommand::report()
{
    addFindings(m_levels, m_recorder, m_spans, m_results);
    m_out.write(testReport(m_results, m_format, m_out.palette()));
    const bool isFine = std::none_of(
        m_results.begin(), m_results.end(), [](const TestResult &one) { return one.isWrong(); });
    Q_EMIT finished(m_signal != 0 ? kSignalBase + m_signal
            : m_failure != 0      ? m_failure
            : isFine              ? int(kFine)
                                  : int(kDifferent));
}

void TestCommand::interrupt(int signal)
{
    m_signal = signal;
    if (m_calls)
        m_calls->interrupt(signal);
    else if (m_replay)
        m_replay->interrupt(signal);
    else
        Q_EMIT finished(kSignalBase + signal);
}

CommandRow testCommand()
{
    return {
        .words = QLatin1String("test"),
        .commands = Command::Test,
        .usage = u"test FOLDER|FILE [--update] [--format FORMAT] SERVER",
        .summary =
            QT_TRANSLATE_NOOP("CommandLineProgram", "runs saved calls and recordings as tests"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Runs the tests of a folder, each file on a connection of its own, and says which "
            "passed. A test file (*.json) has calls in the form of the window's saved calls, and "
            "in “expect” what is expected of each response: its result, a part of it, an error "
            "code, a schema, a duration (see sonde-cli help command-line). A recording (*.sonde) "
            "is repeated as by replay, with the rules in NAME.rules beside NAME.sonde. A test in "
            "which the server violates the specification fails, too."),
        .examples = u"sonde-cli test tests/mcp -- sonde-demo-server\n"
                    "sonde-cli test tests/mcp --update --only weather -- sonde-demo-server\n"
                    "sonde-cli test tests/mcp --format junit -- sonde-demo-server",
        .most = 1,
        .missing = {QLatin1String(QT_TRANSLATE_NOOP(
            "CommandLineProgram", "“test” needs a folder with tests, or a file."))},
        .options = kOptions,
        .runWithServer = runTests,
        .recording = Recording::Always,
    };
}

} // namespace sonde::cli
