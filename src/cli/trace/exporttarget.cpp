// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/trace/exporttarget.h"

#include "base/formatting.h"
#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"

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

Result<void> writeToOutput(Output &out, const ExportWriter &write)
{
    QTemporaryFile file;
    if (!file.open())
        return cannotWrite(Text::tr("a temporary file"), file);
    if (auto done = write(sinkOf(file)); !done)
        return done;
    if (!file.seek(0)) // what is buffered is written by this
        return cannotWrite(Text::tr("a temporary file"), file);
    copy(file, out);
    return {};
}

Result<void> writeToFile(const QString &name, const ExportWriter &write)
{
    QSaveFile file(name);
    if (!file.open(QIODevice::WriteOnly))
        return cannotWrite(name, file);
    auto done = write(sinkOf(file));
    if (done && !file.commit())
        return cannotWrite(name, file);
    return done;
}

} // namespace

Result<void> writeExport(const QString &fileName, Output &out, const ExportWriter &write)
{
    return fileName.isEmpty() ? writeToOutput(out, write) : writeToFile(fileName, write);
}

void noteRedactions(const trace::Redactor &redactor, Output &err)
{
    QStringList parts;
    for (auto it = redactor.found().cbegin(); it != redactor.found().cend(); ++it)
        parts << QStringLiteral("%1 (%2)").arg(it.key(), QString::number(it.value()));
    err.note(parts.isEmpty() ? Text::tr("Nothing was redacted.")
                             : Text::tr("Redacted: %1.").arg(listText(parts)));
}

} // namespace sonde::cli
