// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/changes/comparecommand.h"

#include "cli/changes/compareside.h"
#include "cli/changes/comparisontext.h"
#include "cli/options/commandrun.h"
#include "cli/options/commandtable.h"
#include "cli/output/output.h"

namespace sonde::cli {

CompareCommand::CompareCommand(
    const Options &options, rpc::TrafficSink *traffic, Output &out, Output &err, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_traffic(traffic)
    , m_out(out)
    , m_err(err)
{
}

CompareCommand::~CompareCommand() = default;

void CompareCommand::start()
{
    // What is wrong with a file is better known before a server is started.
    for (const QString &side : m_options.files) {
        if (isCompareFile(side))
            continue;
        if (const auto server = serverOfSide(m_options, side); !server)
            return refuse(server.error());
    }
    next();
}

void CompareCommand::refuse(const Error &error)
{
    m_err.complain(error.sentence);
    Q_EMIT finished(kUsage);
}

void CompareCommand::next()
{
    m_load.reset();
    if (m_sides.size() == 2)
        return report();
    const auto at = qsizetype(m_sides.size());
    if (at >= m_options.files.size())
        return connectTo(m_options);
    const QString &side = m_options.files[at];
    if (!isCompareFile(side)) {
        const auto server = serverOfSide(m_options, side);
        return server ? connectTo(*server) : refuse(server.error());
    }
    auto read = readCompareFile(side);
    if (!read)
        return refuse(read.error());
    m_sides.push_back(std::move(read).value());
    next();
}

void CompareCommand::connectTo(const Options &server)
{
    m_load = std::make_unique<SnapshotLoad>(server, m_traffic, m_err);
    connect(m_load.get(), &SnapshotLoad::finished, this, &CompareCommand::loaded);
    m_load->start();
}

void CompareCommand::loaded(int exitCode)
{
    if (!m_load->isLoaded() || m_signal != 0) {
        Q_EMIT finished(exitCode);
        return;
    }
    m_isIncomplete = m_isIncomplete || exitCode != kFine;
    m_sides.push_back(m_load->snapshot());
    // The load is on the stack still.
    QMetaObject::invokeMethod(this, &CompareCommand::next, Qt::QueuedConnection);
}

void CompareCommand::report()
{
    const changes::Comparison comparison = changes::compareSnapshots(m_sides[0], m_sides[1]);
    if (m_options.json)
        m_out.write(comparisonJson(comparison));
    else
        m_out.write(comparisonText(comparison));
    if (comparison.count(changes::Severity::Breaks) > 0)
        Q_EMIT finished(kBreaking);
    else
        Q_EMIT finished(m_isIncomplete ? kServerError : kFine);
}

void CompareCommand::interrupt(int signal)
{
    m_signal = signal;
    if (m_load)
        m_load->interrupt(signal);
    else
        Q_EMIT finished(kSignalBase + signal);
}

CommandRow compareCommand()
{
    return {
        .words = QLatin1String("compare"),
        .commands = Command::Compare,
        .usage = u"compare A SERVER\ncompare A B",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "says what changed from A to B"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Says what changed, and what of it breaks those who use the server as it was. A and B "
            "are snapshots, session files, URLs or names of servers (of --config, if given)."),
        .examples = u"sonde-cli compare before.json -- sonde-demo-server\n"
                    "sonde-cli compare before.json FILE\n"
                    "sonde-cli compare --config .mcp.json NAME https://example.org/mcp",
        .most = 2,
        .runWithServer = runTraced<CompareCommand>,
    };
}

} // namespace sonde::cli
