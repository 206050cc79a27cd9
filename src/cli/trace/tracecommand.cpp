// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/trace/tracecommand.h"

#include "base/formatting.h"
#include "cli/options/commandtable.h"
#include "cli/output/clitr.h"
#include "cli/output/complaint.h"
#include "cli/output/table.h"
#include "cli/output/terminaltext.h"
#include "cli/trace/exportcommand.h"
#include "cli/trace/reportcommand.h"
#include "cli/trace/tracecheck.h"
#include "cli/trace/traceoptions.h"
#include "cli/trace/tracerow.h"
#include "cli/trace/tracetail.h"
#include "trace/file/sessionstore.h"
#include "trace/record/statistics.h"
#include "trace/transfer/jsonlinesimport.h"
#include "trace/transfer/traceexport.h"
#include "trace/transfer/traceimport.h"
#include "json/builder.h"

#include <QFile>

#include <memory>

namespace sonde::cli {

namespace {

Result<OpenedSession> openSession(const TraceOptions &options)
{
    auto opened = trace::SessionStore::open(options.file);
    if (!opened)
        return opened.error();
    OpenedSession session;
    session.store = std::move(opened).value();
    session.set.store = session.store.get();
    auto records = session.store->readRecords();
    if (!records)
        return records.error();
    session.set.records = std::move(records).value();
    const auto count = session.set.records.size();
    trace::FilterRun run(options.filter, *session.store);
    const bool asks = options.filter.asksForFindings();
    const FoundRules found = asks ? foundRules(*session.store, session.set.records) : FoundRules();
    for (std::uint64_t number = 1; number <= count; ++number) {
        trace::FilterRow row = session.set.row(trace::Number(number));
        if (const auto its = found.find(row.number); its != found.end())
            row.findings = its->second;
        if (options.filter.isEmpty() || run.fits(row))
            session.set.chosen.push_back(row.number);
    }
    return session;
}

// The messages themselves, as they crossed, one a line.
int showBytes(const TraceOptions &options, const OpenedSession &session, Output &out, Output &err)
{
    for (const std::uint32_t number : options.numbers) {
        const trace::Record *record = session.set.find(number);
        if (!record) {
            err.complain(noSuchMessage(number, session));
            return kUsage;
        }
        const auto bytes = session.store->read(*record);
        if (!bytes)
            return complainOf(bytes.error(), err);
        if (out.isTerminal())
            out.write(
                QStringView(harmless(QString::fromUtf8(bytes->data(), qsizetype(bytes->size())))));
        else
            out.write(bytes->view());
        out.write(QStringView(u"\n"));
    }
    return kFine;
}

int showRows(const TraceOptions &options, const OpenedSession &session, Output &out)
{
    if (options.count) {
        out.write(std::to_string(session.set.chosen.size()) + '\n');
        return kFine;
    }
    for (const trace::Number number : session.set.chosen) {
        const trace::FilterRow row = session.set.row(number);
        if (options.json)
            out.write(rowJson(*session.store, row));
        else
            out.write(QStringView(rowLine(*session.store, row, out.width(), out.palette())));
    }
    return kFine;
}

std::string statisticsJson(const trace::StatisticsRow &row)
{
    json::Builder line;
    line.beginObject().member("method", std::string_view(row.method));
    if (!row.target.empty())
        line.member("target", std::string_view(row.target));
    line.member("count", std::int64_t(row.count)).member("answered", std::int64_t(row.answered));
    line.member("errors", std::int64_t(row.errors)).member("bytes", std::int64_t(row.bytes));
    if (row.answered > 0) {
        line.member("p50", row.p50Ns).member("p95", row.p95Ns);
        line.member("p99", row.p99Ns).member("max", row.maxNs);
    }
    return line.endObject().takeString() + '\n';
}

// Whether the row of a method has a single target, whose row says the same.
bool isSaidByNext(const std::vector<trace::StatisticsRow> &rows, std::size_t i)
{
    return rows[i].target.empty() && i + 1 < rows.size() && rows[i + 1].method == rows[i].method
        && rows[i + 1].count == rows[i].count;
}

int showStatistics(const TraceOptions &options, const OpenedSession &session, Output &out)
{
    trace::Statistics statistics(*session.store);
    for (const trace::Number number : session.set.chosen) {
        const trace::FilterRow row = session.set.row(number);
        statistics.add(row.record, row.durationNs);
    }
    std::vector<Column> columns;
    for (const char *title : {"Method", "Target", "Count", "Errors", "p50", "p95", "p99", "Bytes"})
        columns.push_back({QLatin1String(title), 0});
    Table table(columns);
    const std::vector<trace::StatisticsRow> rows = statistics.rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const trace::StatisticsRow &row = rows[i];
        if (!options.json && isSaidByNext(rows, i))
            continue;
        if (options.json) {
            out.write(statisticsJson(row));
            continue;
        }
        const auto time = [&row](std::int64_t ns) {
            return row.answered == 0 ? QString() : durationText(std::chrono::nanoseconds(ns));
        };
        table.addRow({harmlessLine(QString::fromStdString(row.method)),
            harmlessLine(QString::fromStdString(row.target)), QString::number(row.count),
            row.errors == 0 ? QString() : QString::number(row.errors), time(row.p50Ns),
            time(row.p95Ns), time(row.p99Ns), QString::number(row.bytes)});
    }
    if (!options.json)
        out.write(QStringView(table.text(out.width(), true, out.palette())));
    return kFine;
}

int importTrace(const TraceOptions &options, Output &err)
{
    QFile file(options.file);
    if (!file.open(QIODevice::ReadOnly)) {
        err.complain(Text::tr("Cannot read %1: %2.").arg(options.file, file.errorString()));
        return kUsage;
    }
    const QByteArray text = file.read(trace::kMaxImport + 1);
    const auto done = trace::importTrace({text.data(), std::size_t(text.size())}, options.output);
    return done ? int(kFine) : complainOf(done.error(), err);
}

int run(const TraceOptions &options, Output &out, Output &err)
{
    err.setQuiet(options.quiet);
    if (options.command == Command::TraceImport)
        return importTrace(options, err);
    if (options.command == Command::TraceCheck)
        return checkTrace(options, out, err);
    if (options.command == Command::TraceTail)
        return tailTrace(options, out, err);
    auto session = openSession(options);
    if (!session)
        return complainOf(session.error(), err);
    if (options.command == Command::TraceStats)
        return showStatistics(options, *session, out);
    if (options.command == Command::TraceExport)
        return exportSession(options, session.value(), out, err);
    if (options.command == Command::TraceReport)
        return reportProblem(options, session.value(), out, err);
    return options.numbers.empty() ? showRows(options, *session, out)
                                   : showBytes(options, *session, out, err);
}

} // namespace

Result<int> runTrace(const Line &line, Output &out, Output &err)
{
    const Result<TraceOptions> options = traceOptions(line);
    if (!options)
        return options.error();
    return run(*options, out, err);
}

CommandRow traceShowCommand()
{
    return {
        .words = QLatin1String("trace show"),
        .commands = Command::TraceShow,
        .usage = u"trace show FILE [NUMBER]… [--filter FILTER] [--json]",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "prints the messages of a recording"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Prints one line per message; with numbers after FILE, these messages byte for byte. "
            "The file is a recording of --record or of the window."),
        .examples = u"sonde-cli trace show FILE\n"
                    "sonde-cli trace show FILE 1 2\n"
                    "sonde-cli trace show FILE --filter 'method == \"tools/call\"'",
        .most = kAnyNumber,
        .missing = {QLatin1String(
            QT_TRANSLATE_NOOP("CommandLineProgram", "“trace show” needs a session file."))},
        .run = runTrace,
    };
}

CommandRow traceFilterCommand()
{
    return {
        .words = QLatin1String("trace filter"),
        .commands = Command::TraceFilter,
        .usage = u"trace filter FILE FILTER [--count] [--json]",
        .summary =
            QT_TRANSLATE_NOOP("CommandLineProgram", "prints the messages that match a filter"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Prints one line per matching message. sonde-cli help filter describes the language."),
        .examples = u"sonde-cli trace filter FILE 'method == \"tools/call\" and duration > 1ms'\n"
                    "sonde-cli trace filter FILE 'method == \"initialize\"' --count",
        .most = 2,
        .missing = {QLatin1String(
            QT_TRANSLATE_NOOP("CommandLineProgram", "“trace filter” needs a session file."))},
        .run = runTrace,
    };
}

CommandRow traceStatsCommand()
{
    return {
        .words = QLatin1String("trace stats"),
        .commands = Command::TraceStats,
        .usage = u"trace stats FILE [--filter FILTER] [--json]",
        .summary =
            QT_TRANSLATE_NOOP("CommandLineProgram", "counts and times the requests of a recording"),
        .text = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "Prints counts and durations per method and target."),
        .examples = u"sonde-cli trace stats FILE\n"
                    "sonde-cli trace stats FILE --json",
        .most = 1,
        .missing = {QLatin1String(
            QT_TRANSLATE_NOOP("CommandLineProgram", "“trace stats” needs a session file."))},
        .run = runTrace,
    };
}

CommandRow traceTailCommand()
{
    return {
        .words = QLatin1String("trace tail"),
        .commands = Command::TraceTail,
        .usage = u"trace tail FILE [--filter FILTER] [--json]",
        .summary =
            QT_TRANSLATE_NOOP("CommandLineProgram", "prints messages while they are recorded"),
        .text = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "Prints the messages from now on, until you interrupt it."),
        .examples = u"sonde-cli trace tail FILE\n"
                    "sonde-cli trace tail FILE --json",
        .most = 1,
        .missing = {QLatin1String(
            QT_TRANSLATE_NOOP("CommandLineProgram", "“trace tail” needs a session file."))},
        .run = runTrace,
        .needsApplication = true,
    };
}

CommandRow traceCheckCommand()
{
    return {
        .words = QLatin1String("trace check"),
        .commands = Command::TraceCheck,
        .usage = u"trace check FILE [--level LEVEL] [--format FORMAT] [--fail-on LEVEL]",
        .summary = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "reports what in a recording violates the specification"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Compares the messages of both sides with the requirements of the specification, each "
            "in its revision."),
        .examples = u"sonde-cli trace check FILE\n"
                    "sonde-cli trace check FILE --level warning --format markdown --fail-on never\n"
                    "sonde-cli trace check FILE --ignore practice --format github --fail-on never",
        .most = 1,
        .missing = {QLatin1String(
            QT_TRANSLATE_NOOP("CommandLineProgram", "“trace check” needs a session file."))},
        .run = runTrace,
    };
}

CommandRow traceExportCommand()
{
    static const QByteArray formats = trace::formatNames().join(u'|').toLatin1();
    static const QString usage =
        QStringLiteral("trace export FILE [--format %1] [options]").arg(QLatin1String(formats));
    static const Option format{
        .name = QLatin1String("--format"),
        .example = QLatin1String(formats),
        .shown = u"FORMAT",
        .group = OptionGroup::Own,
        .commands = Command::TraceExport,
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "the format; without it, the ending of --output decides, and without both it is jsonl"),
    };
    return {
        .words = QLatin1String("trace export"),
        .commands = Command::TraceExport,
        .usage = usage,
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "writes a recording in another format"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Writes the messages in the format that --format or the ending of --output names, with "
            "secrets redacted."),
        .examples = u"sonde-cli trace export FILE\n"
                    "sonde-cli trace export FILE --format md\n"
                    "sonde-cli trace export FILE --format csv --filter 'status != ok'",
        .most = 1,
        .missing = {QLatin1String(
            QT_TRANSLATE_NOOP("CommandLineProgram", "“trace export” needs a session file."))},
        .options = {&format, 1},
        .run = runTrace,
    };
}

CommandRow traceReportCommand()
{
    return {
        .words = QLatin1String("trace report"),
        .commands = Command::TraceReport,
        .usage = u"trace report FILE [NUMBER]… [--filter FILTER] [--output FILE]",
        .summary = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "writes a problem report for the server's maintainer"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Writes one Markdown text: versions, what was negotiated, how the server was started "
            "and how it ended, the findings and durations of the selected messages, these messages "
            "themselves, the last lines of stderr, and command lines that reproduce the problem. "
            "Numbers after FILE and --filter select the messages. Secrets are redacted: read the "
            "text nevertheless before you publish it."),
        .examples = u"sonde-cli trace report FILE\n"
                    "sonde-cli trace report FILE 1 2\n"
                    "sonde-cli trace report FILE --filter 'method == \"tools/call\"'",
        .most = kAnyNumber,
        .missing = {QLatin1String(
            QT_TRANSLATE_NOOP("CommandLineProgram", "“trace report” needs a session file."))},
        .run = runTrace,
    };
}

CommandRow traceImportCommand()
{
    return {
        .words = QLatin1String("trace import"),
        .commands = Command::TraceImport,
        .usage = u"trace import FILE NEW_FILE",
        .summary = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "makes a recording of a file of another program"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Reads JSON Lines, HAR, sessions of mcpsnoop, histories and network logs of the MCP "
            "Inspector, and logs of Claude Desktop."),
        .examples = u"sonde-cli trace import recording.jsonl new.sonde\n"
                    "sonde-cli trace import --quiet recording.jsonl new2.sonde",
        .most = 2,
        .missing = {QLatin1String(QT_TRANSLATE_NOOP(
                        "CommandLineProgram", "“trace import” needs a file to import.")),
            QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
                "trace import needs the name of a new session file after the file to import."))},
        .run = runTrace,
    };
}

} // namespace sonde::cli
