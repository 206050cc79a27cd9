// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "platform/processinfo.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <unistd.h>

namespace sonde::tests {

// A folder with files as /proc has them, of processes that do not exist.
class FakeProcesses {
public:
    std::string root() const { return m_folder.path().toStdString(); }
    QString path(int pid, const QString &file = {}) const
    {
        return m_folder.filePath(QString::number(pid) + u'/' + file);
    }

    bool write(const QString &path, const QByteArray &bytes) const
    {
        QFile file(path);
        return QDir().mkpath(path.section(u'/', 0, -2)) && file.open(QIODevice::WriteOnly)
            && file.write(bytes) == bytes.size();
    }

    // `ticks` of processor time in user mode; `start` in ticks after the start of the system.
    struct Stat {
        int parent = 1;
        QByteArray name = "server";
        int ticks = 0;
        int start = 100;
        int pages = 10;
        int group = 0;
        char state = 'S';
        int threads = 1;
    };
    static QByteArray statLine(int pid, const Stat &stat)
    {
        const QByteArray group = QByteArray::number(stat.group == 0 ? pid : stat.group);
        return QByteArray::number(pid) + " (" + stat.name + ") " + stat.state + ' '
            + QByteArray::number(stat.parent) + ' ' + group + " 1 0 -1 4194560 90 0 0 0 "
            + QByteArray::number(stat.ticks) + " 0 0 0 20 0 " + QByteArray::number(stat.threads)
            + " 0 " + QByteArray::number(stat.start) + " 12345678 " + QByteArray::number(stat.pages)
            + " 18446744073709551615 1 1 0 0 0 0 0\n";
    }
    bool add(int pid, const Stat &stat, const QByteArray &children = {}) const
    {
        const QString task = path(pid, QStringLiteral("task/%1/").arg(pid));
        return write(path(pid, QStringLiteral("stat")), statLine(pid, stat))
            && write(task + QStringLiteral("children"), children)
            && write(task + QStringLiteral("stat"), statLine(pid, stat));
    }
    bool remove(int pid) const { return QDir(path(pid)).removeRecursively(); }
    bool link(int pid, int descriptor, const QByteArray &target) const
    {
        const QString place = path(pid, QStringLiteral("fd/%1").arg(descriptor));
        return QDir().mkpath(place.section(u'/', 0, -2))
            && ::symlink(target.constData(), place.toUtf8().constData()) == 0;
    }

private:
    QTemporaryDir m_folder;
};

} // namespace sonde::tests
