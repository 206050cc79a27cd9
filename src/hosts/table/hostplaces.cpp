// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/table/hostplaces.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace sonde::hosts {

namespace {

constexpr qsizetype kMaxAlike = 100; // files of one place, such as profiles

// Relative ones do not count.
QString folderOf(const QString &variable, const QString &otherwise)
{
    return QDir::isAbsolutePath(variable) ? variable : otherwise;
}

QString baseFolder(Base base, const Surroundings &surroundings)
{
    switch (base) {
    case Base::Home:
        return surroundings.home;
    case Base::Config:
        return surroundings.config;
    case Base::DotConfig:
        return surroundings.system == System::Linux
            ? surroundings.config
            : surroundings.home + QStringLiteral("/.config");
    case Base::LocalData:
        return folderOf(surroundings.variable(QStringLiteral("LOCALAPPDATA")),
            surroundings.home + QStringLiteral("/AppData/Local"));
    case Base::Project:
        return surroundings.project;
    case Base::Root:
        break;
    }
    if (surroundings.system != System::Windows)
        return QStringLiteral("/");
    return folderOf(
        surroundings.variable(QStringLiteral("PROGRAMDATA")), QStringLiteral("C:/ProgramData"));
}

QString below(const QString &folder, QLatin1String path)
{
    return QDir::cleanPath(path.isEmpty() ? folder : folder + u'/' + path);
}

QString pathOf(const Place &place, const Surroundings &surroundings)
{
    for (const MovedBy &moved : place.movedBy) {
        const QString value = surroundings.variable(moved.variable);
        if (QDir::isAbsolutePath(value))
            return below(value, moved.path);
    }
    return below(baseFolder(place.base, surroundings), place.path);
}

// The path of a place; the existing ones where a part of it is any name, in the order of the names.
QStringList pathsOf(const Place &place, const QString &path)
{
    if (!place.path.contains(u'*') || !path.endsWith(place.path))
        return {path};
    const auto star = path.indexOf(u'*', path.size() - place.path.size());
    const auto begin = path.lastIndexOf(u'/', star);
    const auto end = path.indexOf(u'/', star);
    const QString rest = end < 0 ? QString() : path.mid(end);
    const auto kind = end < 0 ? QDir::Files : QDir::Dirs;
    const QDir folder(path.left(begin));
    QStringList paths;
    for (const QString &name :
        folder.entryList({path.mid(begin + 1, end < 0 ? -1 : end - begin - 1)},
            kind | QDir::NoDotAndDotDot, QDir::Name)) {
        const QString one = folder.filePath(name) + rest;
        if (QFileInfo::exists(one) && paths.size() < kMaxAlike)
            paths += one;
    }
    return paths;
}

} // namespace

Surroundings Surroundings::ofThisProcess()
{
    return of(kThisSystem, QDir::homePath(), QDir::currentPath(),
        [](const QString &name) { return qEnvironmentVariable(name.toLatin1().constData()); });
}

Surroundings Surroundings::of(System system, const QString &home, const QString &project,
    std::function<QString(const QString &)> variable)
{
    Surroundings there;
    there.home = home;
    there.project = project;
    there.system = system;
    there.config = system == System::MacOs ? home + QStringLiteral("/Library/Application Support")
        : system == System::Windows
        ? folderOf(variable(QStringLiteral("APPDATA")), home + QStringLiteral("/AppData/Roaming"))
        : folderOf(variable(QStringLiteral("XDG_CONFIG_HOME")), home + QStringLiteral("/.config"));
    there.variable = std::move(variable);
    return there;
}

std::vector<ConfigFile> configFiles(const Host &host, const Surroundings &surroundings)
{
    std::vector<ConfigFile> files;
    for (const Place &place : host.places) {
        const auto &systems = place.systems;
        if (!systems.empty()
            && std::find(systems.begin(), systems.end(), surroundings.system) == systems.end())
            continue;
        for (const QString &path : pathsOf(place, pathOf(place, surroundings))) {
            bool isNew = true; // in the home folder, the project's file may be the user's
            for (const ConfigFile &file : files)
                isNew = isNew && file.path != path;
            if (isNew)
                files.push_back({place.scope, path});
        }
    }
    return files;
}

const Host *hostOfFile(const QString &path, const Surroundings &surroundings)
{
    for (const Host &host : hostTable()) {
        for (const ConfigFile &file : configFiles(host, surroundings)) {
            if (file.path == path)
                return &host;
        }
    }
    return nullptr;
}

} // namespace sonde::hosts
