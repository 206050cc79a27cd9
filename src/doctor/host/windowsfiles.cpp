// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/host/windowsfiles.h"

#include <QDir>

#include <algorithm>
#include <iterator>
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
            if (++users > kMaxWindowsUsers)
                return all;
            const auto there = hosts::Surroundings::of(hosts::System::Windows, homes.filePath(user),
                {}, [&drive](const QString &variable) { return programDataOf(drive, variable); });
            auto found = hosts::findFiles(nullptr, there);
            std::copy_if(std::make_move_iterator(found.begin()),
                std::make_move_iterator(found.end()), std::back_inserter(all),
                [](const hosts::FoundFile &file) { return file.scope != hosts::Scope::Project; });
        }
    }
    return all;
}

} // namespace sonde::doctor
