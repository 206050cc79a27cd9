// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/load/loadcommand.h"

#include "cli/load/loadplan.h"
#include "cli/load/loadtext.h"
#include "cli/options/commandrun.h"
#include "cli/options/commandtable.h"
#include "cli/output/complaint.h"
#include "cli/output/output.h"
#include "cli/server/callwatch.h"

#include <utility>

namespace sonde::cli {

namespace {

using Outcome = mcp::LoadRun::Outcome;

constexpr Option kOptions[]{
    {.name = QLatin1String("--calls"),
        .example = QLatin1String("1000"),
        .shown = u"NUMBER",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "how many calls (default: 100; with --duration, up to 100,000)")},
    {.name = QLatin1String("--concurrency"),
        .example = QLatin1String("8"),
        .shown = u"NUMBER",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "at most so many calls at once, up to 256 (default: 4)")},
    {.name = QLatin1String("--duration"),
        .example = QLatin1String("10s"),
        .shown = u"TIME",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "begin no call after this time: 500ms, 10s, 2m")},
    {.name = QLatin1String("--rate"),
        .example = QLatin1String("50"),
        .shown = u"NUMBER",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "begin so many calls per second (default: each when another one is over). A call that "
            "is due while --concurrency calls are in progress waits, and its duration counts from "
            "when it was due")}};

// Empty: a tool is called.
QString methodOf(const Options &options)
{
    switch (options.fanOut.request) {
    case Command::ResourcesRead:
        return QStringLiteral("resources/read");
    case Command::PromptsGet:
        return QStringLiteral("prompts/get");
    case Command::Request:
        return options.name;
    default:
        return {};
    }
}

int runLoad(const ServerJob &job)
{
    LoadCommand work(job.options, job.json, job.traffic, job.out, job.err);
    return carryOut(work);
}

} // namespace

LoadCommand::LoadCommand(const Options &options, Bytes arguments, rpc::TrafficSink *traffic,
    Output &out, Output &err, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_arguments(std::move(arguments))
    , m_out(out)
    , m_err(err)
    , m_link(options, traffic, err)
{
    connect(&m_link, &ServerLink::ready, this, &LoadCommand::run);
    connect(&m_link, &ServerLink::finished, this, &LoadCommand::finished);
}

LoadCommand::~LoadCommand() = default;

void LoadCommand::start()
{
    // What is wrong with an option is better known before a server is started.
    const auto plan = loadPlan(m_options.line);
    if (!plan) {
        Q_EMIT finished(complainOf(plan.error(), m_err));
        return;
    }
    m_plan = *plan;
    m_link.start();
}

void LoadCommand::run()
{
    m_test = std::make_unique<mcp::LoadTest>(&m_link.client(), m_options.name, m_arguments);
    m_test->setMethod(methodOf(m_options));
    m_test->setTimeouts(CallWatch::timeouts(m_options));
    connect(m_test.get(), &mcp::LoadTest::finished, this, &LoadCommand::report);
    m_test->start(m_plan);
}

void LoadCommand::report()
{
    const bool isRequest = m_options.fanOut.request == Command::Request; // its name is the method
    const LoadReport report{*m_test->run(), isRequest ? QString() : m_options.name,
        methodOf(m_options), mcp::LoadTest::now(), m_test->firstProblem()};
    if (m_options.json)
        m_out.write(loadJson(report));
    else
        m_out.write(QStringView(loadText(report, m_out.palette())));
    m_link.end(m_signal != 0 ? kSignalBase + m_signal : exitCode());
}

// Of what is wrong, the most serious.
int LoadCommand::exitCode() const
{
    const mcp::LoadRun &run = *m_test->run();
    constexpr std::pair<Outcome, ExitCode> kCodes[]{{Outcome::NoResponse, kCannotConnect},
        {Outcome::TimedOut, kTimeout}, {Outcome::ServerError, kServerError},
        {Outcome::ToolError, kToolError}};
    for (const auto &[outcome, code] : kCodes) {
        if (run.count(outcome) > 0)
            return code;
    }
    return kFine;
}

void LoadCommand::interrupt(int signal)
{
    if (m_signal != 0 || m_link.isEnding())
        return m_link.abandon(kSignalBase + signal);
    m_signal = signal;
    if (m_test && m_test->isRunning())
        m_test->cancel();
    else
        m_link.end(kSignalBase + signal);
}

CommandRow loadCommand()
{
    return {
        .words = QLatin1String("load"),
        .commands = Command::Load,
        .usage = u"load NAME [key=text|key:=json]… SERVER\n"
                 "load resources read URI [key=text|key:=json]… SERVER\n"
                 "load prompts get NAME [key=text|key:=json]… SERVER\n"
                 "load request METHOD [PARAMS_JSON] SERVER",
        .summary = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "calls a tool many times, and measures how long it takes"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Calls the tool NAME with the same arguments again and again, several calls at once, "
            "and prints how many succeeded, how many responses came per second, and the durations: "
            "their percentiles, and how they are distributed. With --rate, a server that stalls "
            "does not look quick: the calls that were due meanwhile count from when they were due. "
            "Durations are measured where the bytes are sent and received. Instead of the name of "
            "a tool, it can have another request: resources read, prompts get or request."),
        .examples = u"sonde-cli load get_weather city=Oulu --calls 200 -- sonde-demo-server\n"
                    "sonde-cli load resources read demo://about --calls 200 -- sonde-demo-server\n"
                    "sonde-cli load echo --rate 50 --duration 1s --json -- sonde-demo-server",
        .most = kAnyNumber,
        .missing = {QLatin1String(QT_TRANSLATE_NOOP(
            "CommandLineProgram", "“load” needs the name of a tool. tools list shows the names."))},
        .options = kOptions,
        .runWithServer = runLoad,
    };
}

} // namespace sonde::cli
