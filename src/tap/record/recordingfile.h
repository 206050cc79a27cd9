// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QDateTime>
#include <QLockFile>
#include <QString>

#include <memory>

namespace sonde::trace {
class Recorder;
}

namespace sonde::tap {

// The session file of one tap. Hosts start several copies of one server at once, so every process
// has a file of its own.
class RecordingFile {
public:
    // `wanted` is the file, or a folder for it: one that exists, a path with a trailing slash, or
    // the folder of Sonde's sessions, which is also meant by an empty path. `server` names the
    // server.
    RecordingFile(QString wanted, QString server);

    // Creates the file, with a number in its name if there is one already, and the lock beside it
    // that says that it is being recorded. A missing folder is made for its owner alone.
    Result<void> open(trace::Recorder &recorder, const QDateTime &now, qint64 pid);
    // Where the recording is or was to be.
    const QString &path() const { return m_path; }
    // Notes in a log beside the file (`recording`.log) why there is no recording, or why it is
    // incomplete: the host takes the output of a tap for the server's. Without a folder for that
    // log it is beside the folder.
    static void note(const QString &recording, const QString &sentence);

    // weather-2026-11-24-173305-1234: only letters, digits and - . _ of the name are kept.
    static QString stem(const QString &server, const QDateTime &now, qint64 pid);

private:
    QString m_wanted;
    QString m_server;
    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
};

} // namespace sonde::tap
