// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/mock/mockrecording.h"

#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"
#include "mock/recordedscript.h"
#include "trace/file/sessionstore.h"
#include "trace/filter/filterrun.h"
#include "trace/transfer/exportset.h"
#include "trace/transfer/jsonlinesimport.h"
#include "trace/transfer/traceimport.h"

#include <QFile>
#include <QTemporaryDir>

#include <utility>

namespace sonde::cli {

namespace {

std::vector<trace::Number> chosenOf(
    const trace::Store &store, const trace::RecordSnapshot &records, const trace::Filter &filter)
{
    trace::ExportSet set;
    set.store = &store;
    set.records = records;
    trace::FilterRun run(filter, store);
    std::vector<trace::Number> chosen;
    for (trace::Number number = 1; number <= records.size(); ++number) {
        if (run.fits(set.row(number)))
            chosen.push_back(number);
    }
    return chosen;
}

Result<MockRecording> readSession(
    const QString &path, const QString &server, const trace::Filter &filter)
{
    const auto store = trace::SessionStore::open(path);
    if (!store)
        return store.error();
    const auto records = (*store)->readRecords();
    if (!records)
        return records.error();
    auto script = mock::recordedScript(**store, *records, server);
    if (!script)
        return script.error();
    MockRecording recording{std::move(script).value(), {}};
    if (!filter.isEmpty())
        recording.chosen = chosenOf(**store, *records, filter);
    return recording;
}

// By way of a session file, which only lives until the script is read.
Result<MockRecording> readImported(QFile &file, const QString &server, const trace::Filter &filter)
{
    const QTemporaryDir folder;
    if (!folder.isValid())
        return usageError(
            Text::tr("Cannot create a temporary folder: %1.").arg(folder.errorString()));
    const QString path = folder.filePath(QStringLiteral("imported.sonde"));
    {
        const QByteArray text = file.read(trace::kMaxImport + 1);
        const auto imported =
            trace::importTrace({text.constData(), std::size_t(text.size())}, path);
        if (!imported)
            return imported.error();
    }
    return readSession(path, server, filter);
}

} // namespace

Result<MockRecording> readRecording(
    const QString &path, const QString &server, const trace::Filter &filter)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return usageError(Text::tr("Cannot read %1: %2.").arg(path, file.errorString()));
    return trace::SessionStore::isSession(file) ? readSession(path, server, filter)
                                                : readImported(file, server, filter);
}

} // namespace sonde::cli
