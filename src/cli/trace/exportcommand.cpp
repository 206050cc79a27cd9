// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/trace/exportcommand.h"

#include "base/formatting.h"
#include "cli/output/clitr.h"
#include "cli/output/complaint.h"
#include "cli/output/terminaltext.h"
#include "cli/output/usageerror.h"
#include "cli/trace/exporttarget.h"
#include "trace/transfer/traceexport.h"

namespace sonde::cli {

namespace {

Result<trace::ExportFormat> formatFor(const TraceOptions &options)
{
    const bool isNamed = !options.format.isEmpty();
    const QString name = isNamed ? options.format : options.output;
    if (name.isEmpty())
        return trace::ExportFormat::JsonLines;
    if (const auto format = trace::formatOf(name))
        return *format;
    const QString sentence = isNamed
        ? Text::tr("%1 is not a format. Use --format %2.")
        : Text::tr("The extension of %1 is not a known format. Use --format %2.");
    return usageError(sentence.arg(quotedWord(name), listText(trace::formatNames())));
}

} // namespace

QString noSuchMessage(trace::Number number, const OpenedSession &session)
{
    return Text::tr("There is no message %1. The last message is %2.")
        .arg(number)
        .arg(session.set.records.size());
}

int exportSession(const TraceOptions &options, OpenedSession &session, Output &out, Output &err)
{
    const auto format = formatFor(options);
    if (!format)
        return complainOf(format.error(), err);
    auto redactor = trace::Redactor::create(options.patterns);
    if (!redactor)
        return complainOf(redactor.error(), err);
    if (options.redact)
        session.set.redactor = &redactor.value();
    if (options.filter.isEmpty())
        session.set.whole = &session.store->reader();
    const Result<void> done =
        writeExport(options.output, out, [&session, &format](const trace::ExportSink &sink) {
            return trace::exportTrace(session.set, *format, sink);
        });
    if (!done)
        return complainOf(done.error(), err);
    if (options.redact)
        noteRedactions(*redactor, err);
    return kFine;
}

} // namespace sonde::cli
