// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QString>
#include <QStringList>

#include <memory>

namespace sonde::app {

// The folder in which recordings are kept. Beside a file that is being recorded lies a lock with
// its name; a lock whose program is gone says that the program ended unexpectedly.
class SessionFolder {
public:
    static constexpr int kKeepDays = 30;
    static constexpr qint64 kKeepBytes = qint64(2) << 30;

    explicit SessionFolder(QString path)
        : m_path(std::move(path))
    {
    }

    // From now on the file is being recorded, until the lock dies.
    static std::unique_ptr<QLockFile> lock(const QString &file);
    // True while a program that still runs, this one or another, records into the file.
    static bool isBeingRecorded(const QString &file);

    // Recordings whose program ended unexpectedly, the newest first. Each is reported once. Those
    // of taps (sonde-cli tap) are not: their hosts may kill them.
    QStringList takeUnfinished() const;
    // Removes recordings that are older than `days`, and the oldest ones until the others have
    // together at most `bytes`. Those that are being recorded and `spared` stay. Gives how many.
    int prune(const QDateTime &now, int days, qint64 bytes, const QStringList &spared) const;

private:
    QString m_path;
};

} // namespace sonde::app
