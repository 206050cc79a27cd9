// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/file/sessioncopy.h"

#include "trace/file/database.h"
#include "trace/file/sessionfile.h"
#include "trace/record/tracetr.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryFile>

#include <sqlite3.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace sonde::trace {

namespace {

constexpr int kPagesAtOnce = 1000; // between checks of the stop token
constexpr int kMaxBusy = 1000; // attempts while the file is locked by another program
constexpr int kBusyPauseMs = 10;

Error cannot(const QString &to, const QString &why)
{
    return {
        .domain = Domain::Storage, .sentence = Text::tr("%1 cannot be written: %2.").arg(to, why)};
}

Result<void> copyPages(
    const Database &from, const Database &to, const QString &name, const std::stop_token &stop)
{
    sqlite3_backup *backup = sqlite3_backup_init(to.handle(), "main", from.handle(), "main");
    if (!backup)
        return cannot(name, QString::fromUtf8(sqlite3_errmsg(to.handle())));
    int code = SQLITE_OK;
    int busy = 0;
    while (!stop.stop_requested()) {
        code = sqlite3_backup_step(backup, kPagesAtOnce);
        const bool isLocked = code == SQLITE_BUSY || code == SQLITE_LOCKED;
        if (code != SQLITE_OK && (!isLocked || ++busy > kMaxBusy))
            break;
        if (isLocked)
            sqlite3_sleep(kBusyPauseMs);
    }
    sqlite3_backup_finish(backup);
    if (stop.stop_requested())
        return Error{.domain = Domain::Cancelled, .sentence = Text::tr("The copy was cancelled.")};
    if (code != SQLITE_DONE)
        return cannot(name, QString::fromUtf8(sqlite3_errstr(code)));
    return {};
}

} // namespace

Result<void> copySession(const QString &from, const QString &to, const std::stop_token &stop)
{
    if (QFileInfo(from).canonicalFilePath() == QFileInfo(to).canonicalFilePath())
        return cannot(to, Text::tr("it is the session itself"));
    auto source = openSessionFile(from);
    if (!source)
        return source.error();
    // A read transaction: the copy has one consistent state, whatever is recorded meanwhile.
    if (auto begun = source.value().database.execute("BEGIN; SELECT count(*) FROM meta"); !begun)
        return begun;
    QTemporaryFile place(to + QStringLiteral(".XXXXXX")); // mode 0600, in the same folder
    if (!place.open())
        return cannot(to, place.errorString());
    const QString part = place.fileName();
    place.close();
    {
        auto target = Database::open(QFile::encodeName(part), SQLITE_OPEN_READWRITE);
        if (!target)
            return target.error();
        if (auto copied = copyPages(source->database, *target, to, stop); !copied)
            return copied;
        if (auto done = target.value().execute("PRAGMA journal_mode = DELETE"); !done)
            return done;
    }
    if (std::rename(QFile::encodeName(part).constData(), QFile::encodeName(to).constData()) != 0)
        return cannot(to, QString::fromLocal8Bit(std::strerror(errno)));
    place.setAutoRemove(false);
    return {};
}

} // namespace sonde::trace
