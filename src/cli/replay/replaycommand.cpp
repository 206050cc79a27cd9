// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/replay/replaycommand.h"

#include "cli/options/commandrun.h"
#include "cli/options/commandtable.h"
#include "cli/output/clitr.h"
#include "cli/output/complaint.h"
#include "cli/output/output.h"
#include "cli/replay/replaytext.h"

#include <QFile>

#include <utility>

namespace sonde::cli {

namespace {

constexpr Option kOptions[]{
    {.name = QLatin1String("--ignore"),
        .example = QLatin1String("/result/tools/*/description"),
        .shown = u"PATH",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "what is there may differ, in every response; a JSON pointer, in which * is any index "
            "of an array; may be given several times"),
        .traits = kMayRepeat},
    {.name = QLatin1String("--name"),
        .example = QLatin1String("NAME"),
        .shown = u"NAME",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "the requests to the server of that name in the recording (default: to the server of "
            "the last connection)")},
    {.name = QLatin1String("--only"),
        .example = QLatin1String("'method == \"tools/call\"'"),
        .shown = u"FILTER",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "send only matching requests, and those whose cursors, states and tasks they use (see "
            "sonde-cli help filter); notifications are not compared")},
    {.name = QLatin1String("--rules"),
        .example = QLatin1String("FILE"),
        .shown = u"FILE",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "which differences do not count: a file of --write-rules")},
    {.name = QLatin1String("--tolerance"),
        .example = QLatin1String("0.01"),
        .shown = u"NUMBER",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP("CommandLineProgram", "numbers may differ by that much")},
    {.name = QLatin1String("--write-rules"),
        .example = QLatin1String("FILE"),
        .shown = u"FILE",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "send everything twice, and write rules for what differs between both runs to a new "
            "text file, which you can change. They apply to this comparison, too")}};

} // namespace

ReplayCommand::ReplayCommand(
    const Options &options, rpc::TrafficSink *traffic, Output &out, Output &err, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_traffic(traffic)
    , m_out(out)
    , m_err(err)
{
}

ReplayCommand::~ReplayCommand() = default;

void ReplayCommand::start()
{
    // What is wrong with a file is better known before a server is started.
    auto line = replayLine(m_options.line);
    if (!line) {
        Q_EMIT finished(complainOf(line.error(), m_err));
        return;
    }
    m_line = std::move(line).value();
    if (m_line.unanswered > 0)
        m_err.note(Text::tr("Requests that have no response in the recording and are not sent: %1.")
                       .arg(m_line.unanswered));
    connectTo();
}

void ReplayCommand::connectTo()
{
    m_connection = std::make_unique<ReplayConnection>(m_options, m_line, m_traffic, m_err);
    connect(m_connection.get(), &ReplayConnection::finished, this, &ReplayCommand::ended,
        Qt::QueuedConnection); // the connection is on the stack when it says so
    m_connection->start();
}

void ReplayCommand::ended(int exitCode)
{
    if (m_signal != 0 || !m_connection->wasConnected()) {
        Q_EMIT finished(exitCode);
        return;
    }
    const bool isFirst = !m_outcomes;
    if (isFirst)
        m_outcomes = m_connection->outcomes();
    if (exitCode != kFine || m_line.newRules.isEmpty())
        return report(exitCode);
    if (isFirst)
        return connectTo();
    if (learn(m_connection->outcomes()))
        report(exitCode);
    else
        Q_EMIT finished(kUsage);
}

bool ReplayCommand::learn(const replay::Outcomes &again)
{
    replay::learnRules(m_line.script, *m_outcomes, again, m_line.isWhole, m_line.rules);
    const std::string text = m_line.rules.text();
    QFile file(m_line.newRules);
    const bool isWritten = file.open(QIODevice::WriteOnly | QIODevice::NewOnly)
        && file.write(text.data(), qint64(text.size())) == qint64(text.size()) && file.flush();
    if (!isWritten)
        m_err.complain(Text::tr("Cannot write %1: %2.").arg(m_line.newRules, file.errorString()));
    else
        m_err.note(Text::tr("Rules written to %1: %2.")
                       .arg(m_line.newRules)
                       .arg(m_line.rules.rules().size()));
    return isWritten;
}

void ReplayCommand::report(int exitCode)
{
    const replay::ReplayReport report = compareWithRecording(m_line, *m_outcomes);
    if (m_options.json)
        m_out.write(replayJson(report));
    else
        m_out.write(QStringView(replayText(report, m_out.palette())));
    Q_EMIT finished(exitCode != kFine ? exitCode : report.isSame() ? int(kFine) : int(kDifferent));
}

void ReplayCommand::interrupt(int signal)
{
    m_signal = signal;
    if (m_connection)
        m_connection->interrupt(signal);
    else
        Q_EMIT finished(kSignalBase + signal);
}

CommandRow replayCommand()
{
    return {
        .words = QLatin1String("replay"),
        .commands = Command::Replay,
        .usage = u"replay FILE [--rules FILE] [--ignore PATH]… [--only FILTER] SERVER",
        .summary = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "repeats a recording, and compares the responses"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Sends the requests and notifications of the recording's client to a server: a request "
            "after the responses that it followed in the recording, and together with those that "
            "were in flight with it. Server requests get the responses of the recording. Each "
            "response, its progress and the other notifications are compared as JSON. Ids, "
            "progress tokens and _meta of a message are not compared, and cursors, request states "
            "and task ids are those of the server. The handshake is the one of the new connection. "
            "FILE is a recording of --record, of a tap or of the window, or any file that trace "
            "import reads."),
        .examples =
            u"sonde-cli replay FILE --only 'method == \"tools/call\"' -- sonde-demo-server\n"
            "sonde-cli replay FILE --write-rules new.rules -- sonde-demo-server\n"
            "sonde-cli replay FILE --rules new.rules -- sonde-demo-server",
        .most = 1,
        .missing = {QLatin1String(
            QT_TRANSLATE_NOOP("CommandLineProgram", "“replay” needs a recording."))},
        .options = kOptions,
        .runWithServer = runTraced<ReplayCommand>,
    };
}

} // namespace sonde::cli
