// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/workspace/sessionfolder.h"

#include <QDir>
#include <QFileInfo>

namespace sonde::app {

namespace {

constexpr int kMaxFiles = 10'000; // that are looked at

QString lockOf(const QString &file)
{
    return file + QStringLiteral(".lock");
}

// The file and what SQLite keeps beside it.
QStringList partsOf(const QString &file)
{
    return {file, file + QStringLiteral("-wal"), file + QStringLiteral("-shm")};
}

qint64 sizeOf(const QString &file)
{
    qint64 size = 0;
    for (const QString &part : partsOf(file))
        size += QFileInfo(part).size();
    return size;
}

// True when no process holds the lock; the lock file is removed then.
bool isAbandoned(const QString &lock)
{
    QLockFile file(lock);
    file.setStaleLockTime(0); // a lock is never too old while its program lives
    return file.tryLock();
}

// Whether a tap locked it. Hosts end taps by killing them, so nothing unexpected happened.
bool isLockOfTap(const QString &lock)
{
    qint64 pid = 0;
    QString host;
    QString program;
    return QLockFile(lock).getLockInfo(&pid, &host, &program)
        && program == QLatin1String("sonde-cli");
}

} // namespace

std::unique_ptr<QLockFile> SessionFolder::lock(const QString &file)
{
    auto lock = std::make_unique<QLockFile>(lockOf(file));
    lock->setStaleLockTime(0);
    lock->tryLock();
    return lock;
}

bool SessionFolder::isBeingRecorded(const QString &file)
{
    return QFileInfo::exists(lockOf(file)) && !isAbandoned(lockOf(file));
}

QStringList SessionFolder::takeUnfinished() const
{
    QStringList found;
    const QDir folder(m_path);
    const auto locks = folder.entryInfoList(
        {QStringLiteral("*.sonde.lock")}, QDir::Files | QDir::Hidden, QDir::Time);
    for (const QFileInfo &lock : locks.mid(0, kMaxFiles)) {
        QString file = lock.absoluteFilePath();
        file.chop(lockOf({}).size());
        const bool ofTap = isLockOfTap(lock.absoluteFilePath());
        if (isAbandoned(lock.absoluteFilePath()) && !ofTap && QFileInfo(file).size() > 0)
            found << file;
    }
    return found;
}

int SessionFolder::prune(
    const QDateTime &now, int days, qint64 bytes, const QStringList &spared) const
{
    int removed = 0;
    qint64 kept = 0;
    const QDir folder(m_path);
    const auto files =
        folder.entryInfoList({QStringLiteral("*.sonde")}, QDir::Files, QDir::Time); // newest first
    for (const QFileInfo &info : files) {
        const QString file = info.absoluteFilePath();
        const qint64 size = sizeOf(file);
        const bool isOld = info.lastModified().daysTo(now) > days || kept + size > bytes;
        if (!isOld || spared.contains(file) || QFileInfo::exists(lockOf(file))) {
            kept += size;
            continue;
        }
        bool gone = true;
        for (const QString &part : partsOf(file))
            gone = (!QFileInfo::exists(part) || QFile::remove(part)) && gone;
        removed += gone ? 1 : 0;
    }
    return removed;
}

} // namespace sonde::app
