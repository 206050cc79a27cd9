// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/folderwatch.h"

#include <QDir>
#include <QFileInfo>
#include <QFileSystemWatcher>

#include <cerrno>

namespace sonde::platform {

namespace {

// A folder reports new and deleted entries only: files are watched as well, and again after a
// program has put another file in their place.
class PolledWatch final : public FolderWatch {
public:
    PolledWatch() { open(); }

    int add(const QString &folder) override
    {
        if (!QFileInfo(folder).isDir())
            return ENOENT;
        if (m_watcher->directories().contains(folder))
            return 0;
        if (!m_watcher->addPath(folder))
            return ENOSPC;
        addFiles(folder);
        return 0;
    }
    void clear() override { open(); }

private:
    void open()
    {
        m_watcher = std::make_unique<QFileSystemWatcher>();
        connect(m_watcher.get(), &QFileSystemWatcher::directoryChanged, this,
            [this](const QString &folder) { folderChanged(folder); });
        connect(m_watcher.get(), &QFileSystemWatcher::fileChanged, this,
            [this](const QString &file) { fileChanged(file); });
    }
    void addFiles(const QString &folder)
    {
        QStringList files;
        for (const QString &name : QDir(folder).entryList(QDir::Files | QDir::Hidden))
            files << folder + u'/' + name;
        if (!files.isEmpty())
            m_watcher->addPaths(files);
    }
    void folderChanged(const QString &folder)
    {
        if (!QFileInfo::exists(folder)) {
            Q_EMIT folderGone(folder);
            return;
        }
        addFiles(folder);
        Q_EMIT entryChanged(folder, {});
    }
    void fileChanged(const QString &file)
    {
        if (QFileInfo::exists(file))
            m_watcher->addPath(file);
        const QFileInfo info(file);
        Q_EMIT entryChanged(info.path(), info.fileName());
    }

    std::unique_ptr<QFileSystemWatcher> m_watcher;
};

} // namespace

std::unique_ptr<FolderWatch> FolderWatch::make()
{
    return std::make_unique<PolledWatch>();
}

} // namespace sonde::platform
