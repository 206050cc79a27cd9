// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/record/recordingfile.h"

#include "tap/relay/taptr.h"
#include "trace/file/sessionplace.h"
#include "trace/recorder/recorder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStringBuilder>

#include <cerrno>
#include <utility>

#include <fcntl.h>

namespace sonde::tap {

namespace {

constexpr int kMaxOfOneName = 1000;
constexpr qsizetype kMaxNameInFile = 40;

Error noFolder(const QString &folder)
{
    return {.domain = Domain::Storage,
        .sentence = Text::tr("Cannot create the folder %1 for the recording.").arg(folder)};
}

// Session files hold private data: only their owner may read them. A folder that exists keeps the
// permissions that its owner has given it.
bool makePrivateFolder(const QString &folder)
{
    if (QFileInfo(folder).isDir())
        return true;
    return QDir().mkpath(folder)
        && QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

// Whether a path means a folder, also one that does not exist. Entries of hosts that were tapped by
// earlier versions name the folder of Sonde's sessions without a trailing slash.
bool meansFolder(const QString &path)
{
    return path.endsWith(u'/') || QFileInfo(path).isDir()
        || QDir::cleanPath(path) == QDir::cleanPath(trace::userSessionsFolder());
}

// A log for which only its owner has permissions; -1 and errno if it cannot be opened.
int openLog(const QString &recording)
{
    // Another user may have put a link there.
    const QByteArray path = QFile::encodeName(recording % QStringLiteral(".log"));
    return ::open(path.constData(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600);
}

QString numbered(const QString &path, int number)
{
    if (number == 1)
        return path;
    const QFileInfo info(path);
    const QString suffix = info.suffix().isEmpty() ? QString() : u'.' + info.suffix();
    const QString begin = path.left(path.size() - suffix.size());
    return begin % QStringLiteral("-%1").arg(number) % suffix;
}

} // namespace

RecordingFile::RecordingFile(QString wanted, QString server)
    : m_wanted(std::move(wanted))
    , m_server(std::move(server))
{
}

QString RecordingFile::stem(const QString &server, const QDateTime &now, qint64 pid)
{
    QString name;
    for (const QChar c : server.left(kMaxNameInFile))
        name += c.isLetterOrNumber() || c == u'-' || c == u'.' || c == u'_' ? c : QChar(u'-');
    while (name.startsWith(u'.'))
        name.remove(0, 1); // would hide the file
    return name % now.toString(QStringLiteral("-yyyy-MM-dd-HHmmss-")) % QString::number(pid);
}

Result<void> RecordingFile::open(trace::Recorder &recorder, const QDateTime &now, qint64 pid)
{
    const QString own = stem(m_server, now, pid) % QStringLiteral(".sonde");
    QString path = m_wanted.isEmpty() ? trace::userSessionsFolder() : m_wanted;
    if (m_wanted.isEmpty() || meansFolder(path)) {
        const QString folder = QDir::cleanPath(path);
        path = QDir(folder).filePath(own);
        m_path = path;
        if (!makePrivateFolder(folder))
            return noFolder(folder);
    }
    for (int number = 1;; ++number) {
        m_path = QFileInfo(numbered(path, number)).absoluteFilePath();
        Result<void> opened = recorder.open(m_path);
        if (!opened && opened.error().code == EEXIST && number < kMaxOfOneName)
            continue;
        if (!opened)
            return opened;
        m_lock = std::make_unique<QLockFile>(m_path % QStringLiteral(".lock"));
        m_lock->setStaleLockTime(0); // it is never too old while the tap lives
        m_lock->tryLock(0);
        return {};
    }
}

void RecordingFile::note(const QString &recording, const QString &sentence)
{
    int descriptor = openLog(recording);
    if (descriptor < 0 && (errno == ENOENT || errno == ENOTDIR))
        descriptor = openLog(QFileInfo(recording).path());
    QFile log;
    if (descriptor < 0
        || !log.open(
            descriptor, QIODevice::WriteOnly | QIODevice::Append, QFileDevice::AutoCloseHandle))
        return; // there is no place left
    const QString time = QDateTime::currentDateTime().toString(Qt::ISODate);
    log.write(QString(time % u' ' % sentence % u'\n').toUtf8());
}

} // namespace sonde::tap
