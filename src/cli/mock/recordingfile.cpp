// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/mock/recordingfile.h"

#include "cli/output/text.h"
#include "cli/output/usageerror.h"
#include "mock/recordedscript.h"
#include "trace/file/sessionstore.h"
#include "trace/transfer/jsonlinesimport.h"
#include "trace/transfer/traceimport.h"

#include <QFile>
#include <QTemporaryDir>

namespace sonde::cli {

namespace {

Result<mock::MockScript> readSession(const QString &path, const QString &server)
{
    const auto store = trace::SessionStore::open(path);
    if (!store)
        return store.error();
    const auto records = (*store)->readRecords();
    if (!records)
        return records.error();
    return mock::recordedScript(**store, *records, server);
}

// By way of a session file, which only lives until the script is read.
Result<mock::MockScript> readImported(QFile &file, const QString &server)
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
    return readSession(path, server);
}

} // namespace

Result<mock::MockScript> readRecording(const QString &path, const QString &server)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return usageError(Text::tr("Cannot read %1: %2.").arg(path, file.errorString()));
    return trace::SessionStore::isSession(file) ? readSession(path, server)
                                                : readImported(file, server);
}

} // namespace sonde::cli
