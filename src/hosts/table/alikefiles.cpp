// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/table/alikefiles.h"

#include <QDir>
#include <QFileInfo>

namespace sonde::hosts {

namespace {

constexpr qsizetype kMaxAlike = 100;
constexpr int kMaxVisited = 2000; // files and folders

struct Search {
    QStringList parts;
    QStringList found{};
    int visited = 0;
};

void search(Search &all, const QString &folder, qsizetype at)
{
    const QString &part = all.parts[at];
    const bool isLast = at + 1 == all.parts.size();
    const auto kind = isLast ? QDir::Files : QDir::Dirs;
    const QStringList names = part.contains(u'*')
        ? QDir(folder).entryList({part}, kind | QDir::NoDotAndDotDot, QDir::Name)
        : QStringList(part);
    for (const QString &name : names) {
        if (all.found.size() >= kMaxAlike || ++all.visited > kMaxVisited)
            return;
        const QString path = folder + u'/' + name;
        if (!isLast)
            search(all, path, at + 1);
        else if (QFileInfo::exists(path))
            all.found += QDir::cleanPath(path);
    }
}

} // namespace

QStringList alikeFiles(const QString &folder, const QString &pattern)
{
    Search all{pattern.split(u'/')};
    search(all, folder, 0);
    return all.found;
}

} // namespace sonde::hosts
