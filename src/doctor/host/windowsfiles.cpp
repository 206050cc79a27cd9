// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/host/windowsfiles.h"

#include <QDir>

#include <algorithm>
#include <utility>

namespace sonde::doctor {

namespace {

// Windows has links to some of the folders of users.
constexpr auto kFolders = QDir::Dirs | QDir::NoDotAndDotDot | QDir::Readable | QDir::NoSymLinks;

// The mounted drives: "c" of /mnt/c.
QStringList drivesBelow(const QString &mounts)
{
    return QDir(mounts).entryList({QStringLiteral("[a-z]")}, kFolders, QDir::Name);
}

QString programDataOf(const QString &drive, const QString &variable)
{
    return variable == u"PROGRAMDATA" ? QString(drive + u"/ProgramData") : QString();
}

// Windows has them beside the folders of its users.
bool isOfNoUser(const QString &folder)
{
    static const QStringList folders{QStringLiteral("Default"), QStringLiteral("Default User"),
        QStringLiteral("Public"), QStringLiteral("All Users")};
    return folders.contains(folder, Qt::CaseInsensitive);
}

// Without the files of projects, and those of the system that another user has as well.
void addNew(std::vector<hosts::FoundFile> found, std::vector<hosts::FoundFile> &all)
{
    all.reserve(all.size() + found.size());
    for (hosts::FoundFile &file : found) {
        const bool isKnown =
            std::any_of(all.begin(), all.end(), [&file](const hosts::FoundFile &known) {
                return known.path == file.path && known.host == file.host;
            });
        if (!isKnown && file.scope != hosts::Scope::Project)
            all.push_back(std::move(file));
    }
}

} // namespace

std::vector<hosts::FoundFile> filesOfWindows(const QString &root)
{
    const QString mounts = QDir::cleanPath(root + QStringLiteral("/mnt"));
    std::vector<hosts::FoundFile> all;
    int users = 0;
    for (const QString &name : drivesBelow(mounts)) {
        const QString drive = mounts + u'/' + name;
        const QDir homes(drive + QStringLiteral("/Users"));
        for (const QString &user : homes.entryList(kFolders, QDir::Name)) {
            if (isOfNoUser(user))
                continue;
            if (++users > kMaxWindowsUsers)
                return all;
            const auto there = hosts::Surroundings::of(hosts::System::Windows, homes.filePath(user),
                {}, [&drive](const QString &variable) { return programDataOf(drive, variable); });
            addNew(hosts::findFiles(nullptr, there), all);
        }
    }
    return all;
}

} // namespace sonde::doctor
