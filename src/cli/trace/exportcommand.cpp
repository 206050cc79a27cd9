// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/trace/exportcommand.h"

#include "base/formatting.h"
#include "cli/output/complaint.h"
#include "cli/output/terminaltext.h"
#include "cli/output/text.h"
#include "cli/output/usageerror.h"
#include "trace/transfer/traceexport.h"

#include <QSaveFile>
#include <QTemporaryFile>

namespace sonde::cli {

namespace {

constexpr qint64 kPart = 1 << 20; // bytes that are copied at once

Error cannotWrite(const QString &name, const QFileDevice &file)
{
    return {.domain = Domain::Storage,
        .sentence = Text::tr("Cannot write %1: %2.").arg(name, file.errorString())};
}

trace::ExportSink sinkOf(QFileDevice &file)
{
    return [&file](std::string_view text) {
        return file.write(text.data(), qint64(text.size())) == qint64(text.size());
    };
}

// On a terminal line by line, so that no character is cut in two.
void copy(QFileDevice &file, Output &out)
{
    const bool forTerminal = out.isTerminal();
    while (!file.atEnd()) {
        const QByteArray part = forTerminal ? file.readLine() : file.read(kPart);
        if (forTerminal)
            out.write(harmless(QString::fromUtf8(part)));
        else
            out.write(std::string_view(part.constData(), std::size_t(part.size())));
    }
}

Result<void> exportToOutput(const Session &session, trace::ExportFormat format, Output &out)
{
    QTemporaryFile file;
    if (!file.open())
        return cannotWrite(Text::tr("a temporary file"), file);
    if (auto done = trace::exportTrace(session.set, format, sinkOf(file)); !done)
        return done;
    if (!file.seek(0)) // what is buffered is written by this
        return cannotWrite(Text::tr("a temporary file"), file);
    copy(file, out);
    return {};
}

Result<void> exportToFile(const Session &session, trace::ExportFormat format, const QString &name)
{
    QSaveFile file(name);
    if (!file.open(QIODevice::WriteOnly))
        return cannotWrite(name, file);
    auto done = trace::exportTrace(session.set, format, sinkOf(file));
    if (done && !file.commit())
        return cannotWrite(name, file);
    return done;
}

void reportRedactions(const trace::Redactor &redactor, Output &err)
{
    QStringList parts;
    for (auto it = redactor.found().cbegin(); it != redactor.found().cend(); ++it)
        parts << QStringLiteral("%1 (%2)").arg(it.key()).arg(it.value());
    err.note(parts.isEmpty() ? Text::tr("Nothing was redacted.")
                             : Text::tr("Redacted: %1.").arg(listText(parts)));
}

Result<trace::ExportFormat> formatFor(const TraceOptions &options)
{
    const bool isNamed = !options.format.isEmpty();
    const QString name = isNamed ? options.format : options.output;
    if (name.isEmpty())
        return trace::ExportFormat::JsonLines;
    if (const auto format = trace::formatOf(name))
        return *format;
    return usageError((isNamed
            ? Text::tr("%1 is not a format. Use --format jsonl, har, md or csv.")
            : Text::tr("The extension of %1 is not a known format. Use --format jsonl, har, md or "
                       "csv."))
                          .arg(quotedWord(name)));
}

} // namespace

int exportSession(const TraceOptions &options, Session &session, Output &out, Output &err)
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
    const Result<void> done = options.output.isEmpty()
        ? exportToOutput(session, *format, out)
        : exportToFile(session, *format, options.output);
    if (!done)
        return complainOf(done.error(), err);
    if (options.redact)
        reportRedactions(*redactor, err);
    return kFine;
}

} // namespace sonde::cli
