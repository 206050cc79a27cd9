// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/fanout/fanoutcommand.h"

#include "cli/fanout/fanfindings.h"
#include "cli/fanout/fanouttext.h"
#include "cli/options/commandrun.h"
#include "cli/options/commandtable.h"
#include "cli/output/clitr.h"
#include "cli/output/complaint.h"
#include "cli/output/output.h"
#include "cli/output/terminaltext.h"
#include "fanout/fancomparison.h"
#include "fanout/fanlimits.h"
#include "trace/recorder/recorder.h"

#include <algorithm>
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
    m_hasBegun.assign(m_columns.size(), false);
    m_results.resize(m_columns.size());
    m_codes.assign(m_columns.size(), kFine);
    startNext();
}

void FanOutCommand::startNext()
{
    // There is one terminal for what servers ask of a person.
    const std::size_t most = m_options.responses.usesTerminal() ? 1 : fanout::kMaxAtWork;
    for (std::size_t i = 0; i < m_columns.size() && m_atWork.size() < most; ++i) {
        if (!m_hasBegun[i] && !isAtWork(m_columns[i].options.serverName))
            begin(i);
    }
}

void FanOutCommand::begin(std::size_t column)
{
    m_hasBegun[column] = true;
    m_err.note(
        Text::tr("%1 …", "a step that is running").arg(harmlessLine(m_columns[column].title)));
    auto connection =
        std::make_unique<FanConnection>(m_columns[column], m_payload, m_traffic, m_err);
    connect(
        connection.get(), &FanConnection::finished, this,
        [this, column](int exitCode) { ended(column, exitCode); },
        Qt::QueuedConnection); // the connection is on the stack when it says so
    FanConnection *const started = connection.get();
    m_atWork.emplace(column, std::move(connection));
    started->start();
}

bool FanOutCommand::isAtWork(const QString &server) const
{
    return std::any_of(m_atWork.begin(), m_atWork.end(),
        [&](const auto &each) { return m_columns[each.first].options.serverName == server; });
}

void FanOutCommand::ended(std::size_t column, int exitCode)
{
    const auto connection = m_atWork.find(column);
    if (connection == m_atWork.end())
        return; // a signal ended it once more
    m_results[column] = connection->second->result();
    m_codes[column] = exitCode;
    m_atWork.erase(connection);
    if (m_signal == 0)
        startNext();
    if (!m_atWork.empty())
        return;
    if (m_signal != 0)
        Q_EMIT finished(kSignalBase + m_signal);
    else
        report();
}

int FanOutCommand::failure() const
{
    const auto failed =
        std::find_if(m_codes.begin(), m_codes.end(), [](int code) { return code != kFine; });
    return failed == m_codes.end() ? int(kFine) : *failed;
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
    const int code = failure();
    Q_EMIT finished(code != kFine ? code : areEqual(m_results) ? int(kFine) : int(kDifferent));
}

void FanOutCommand::interrupt(int signal)
{
    m_signal = signal;
    if (m_atWork.empty()) {
        Q_EMIT finished(kSignalBase + signal);
        return;
    }
    for (const auto &[column, connection] : m_atWork)
        connection->interrupt(signal);
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
            "a connection each. Servers work at the same time, up to four of them, and each of "
            "them for one column after the other. Prints a table with a column for each: the "
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
