// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "watch/gitlock.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace sonde::watch {

namespace {

constexpr int kMaxAbove = 20; // folders between a project and its repository
constexpr qint64 kMaxPointer = 8 * 1024; // bytes of a .git that is a file

// "gitdir: ../.git/worktrees/feature", relative to the folder of the file.
QString folderNamedBy(const QFileInfo &pointer)
{
    QFile file(pointer.filePath());
    if (!pointer.isFile() || !file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray begin("gitdir:");
    const QByteArray line = file.read(kMaxPointer).split('\n').front().trimmed();
    return line.startsWith(begin)
        ? pointer.dir().absoluteFilePath(QFile::decodeName(line.mid(begin.size()).trimmed()))
        : QString();
}

} // namespace

QString gitLockOf(const QString &folder)
{
    QString at = folder;
    for (int level = 0; level <= kMaxAbove && !at.isEmpty(); ++level) {
        const QFileInfo git(at + QLatin1String("/.git"));
        const QString its = git.isDir() ? git.filePath() : folderNamedBy(git);
        if (!its.isEmpty())
            return its + QLatin1String("/index.lock");
        at = at.section(u'/', 0, -2);
    }
    return {};
}

} // namespace sonde::watch
