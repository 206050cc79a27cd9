// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/fanout/fanoutcommand.h"

#include "cli/fanout/fancomparison.h"
#include "cli/fanout/fanfindings.h"
#include "cli/fanout/fanouttext.h"
#include "cli/options/commandrun.h"
#include "cli/options/commandtable.h"
#include "cli/output/clitr.h"
#include "cli/output/complaint.h"
#include "cli/output/output.h"
#include "cli/output/terminaltext.h"
#include "trace/recorder/recorder.h"

#include <utility>

namespace sonde::cli {

namespace {

constexpr const char *kMissing = QT_TRANSLATE_NOOP("CommandLineProgram",
    "“fan-out” needs a request: tools call NAME, resources read URI, prompts get NAME or request "
    "METHOD.");

constexpr Option kOptions[]{
    {.name = QLatin1String("--revision"),
        .example = QLatin1String("2025-11-25,2026-07-28|all"),
        .shown = u"REVISION,…|all",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "a column for each of these protocol revisions, or for every one that Sonde knows"),
        .traits = kMayRepeat},
    {.name = QLatin1String("--server"),
        .example = QLatin1String("NAME"),
        .shown = u"NAME|URL",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "a column for the server of that name in --config, or else in the window's list of "
            "servers, or for the server at that URL; may be given several times"),
        .traits = kMayRepeat}};

int runFanOut(const ServerJob &job)
{
    FanOutCommand command(job.options, job.json, *job.recorder, job.traffic, job.out, job.err);
    return carryOut(command);
}

} // namespace

FanOutCommand::FanOutCommand(const Options &options, const Bytes &payload,
    trace::Recorder &recorder, rpc::TrafficSink *traffic, Output &out, Output &err, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_payload(payload)
    , m_recorder(recorder)
    , m_traffic(traffic)
    , m_out(out)
    , m_err(err)
{
}

FanOutCommand::~FanOutCommand() = default;

void FanOutCommand::start()
{
    // What is wrong with a file is better known before a server is started.
    auto columns = fanColumns(m_options);
    if (!columns) {
        Q_EMIT finished(complainOf(columns.error(), m_err));
        return;
    }
    m_columns = std::move(columns).value();
    for (const FanColumn &column : m_columns) {
        for (const QString &note : column.options.notes)
            m_err.note(Text::tr("Note: %1").arg(note));
    }
    next();
}

void FanOutCommand::next()
{
    m_connection.reset();
    if (m_results.size() == m_columns.size())
        return report();
    const FanColumn &column = m_columns[m_results.size()];
    m_err.note(Text::tr("%1 …", "a step that is running").arg(harmlessLine(column.title)));
    m_connection = std::make_unique<FanConnection>(column, m_payload, m_recorder, m_traffic, m_err);
    connect(m_connection.get(), &FanConnection::finished, this, &FanOutCommand::ended,
        Qt::QueuedConnection); // the connection is on the stack when it says so
    m_connection->start();
}

void FanOutCommand::ended(int exitCode)
{
    if (m_signal != 0) {
        Q_EMIT finished(kSignalBase + m_signal);
        return;
    }
    if (exitCode != kFine && m_failure == 0)
        m_failure = exitCode;
    m_results.push_back(m_connection->result());
    next();
}

void FanOutCommand::report()
{
    addFindings(m_recorder, m_results);
    compareResponses(m_results);
    if (m_options.json) {
        const bool isCall = m_options.fanOut.request == Command::ToolsCall;
        m_out.write(fanOutJson(m_results, FanConnection::methodOf(m_options),
            isCall ? mcp::Client::toolCallParams(m_options.name, m_payload) : m_payload));
    } else {
        m_out.write(QStringView(fanOutText(m_results, m_out.width(), m_out.palette())));
    }
    Q_EMIT finished(m_failure != 0 ? m_failure
            : areEqual(m_results)  ? int(kFine)
                                   : int(kDifferent));
}

void FanOutCommand::interrupt(int signal)
{
    m_signal = signal;
    if (m_connection)
        m_connection->interrupt(signal);
    else
        Q_EMIT finished(kSignalBase + signal);
}

CommandRow fanOutCommand()
{
    return {
        .words = QLatin1String("fan-out"),
        .commands = Command::FanOut,
        .usage = u"fan-out tools call NAME [key=text|key:=json]… SERVER\n"
                 "fan-out resources read URI [key=text|key:=json]… SERVER\n"
                 "fan-out prompts get NAME [key=text|key:=json]… SERVER\n"
                 "fan-out request METHOD [PARAMS_JSON] SERVER",
        .summary = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "sends a request to several servers, and compares"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Sends the same request to several servers, or to one server in several revisions, on "
            "a connection each, one after the other. Prints a table with a column for each: the "
            "server, the outcome, the duration of the request alone, the size, and what violates "
            "the specification; and then each place in which a response differs from the first "
            "one. With several servers and several revisions, there is a column for each server in "
            "each revision."),
        .examples = u"sonde-cli fan-out tools call echo --server NAME --server NAME\n"
                    "sonde-cli fan-out resources read demo://about --revision all --server NAME",
        .most = kAnyNumber,
        .missing = {QLatin1String(kMissing), QLatin1String(kMissing)},
        .options = kOptions,
        .runWithServer = runFanOut,
        .recording = Recording::Always,
    };
}

} // namespace sonde::cli
