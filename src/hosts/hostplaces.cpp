// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/hostplaces.h"

#include <QDir>

namespace sonde::hosts {

namespace {

QString baseFolder(Base base, const Surroundings &surroundings)
{
    switch (base) {
    case Base::Home:
        return surroundings.home;
    case Base::Config:
        return surroundings.config;
    case Base::Project:
        return surroundings.project;
    case Base::Root:
        break;
    }
    return QStringLiteral("/");
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

} // namespace

Surroundings Surroundings::ofThisProcess()
{
    Surroundings here;
    here.variable = [](const QString &name) {
        return qEnvironmentVariable(name.toLatin1().constData());
    };
    here.home = QDir::homePath();
    here.config = qEnvironmentVariable("XDG_CONFIG_HOME");
    if (!QDir::isAbsolutePath(here.config)) // relative ones do not count
        here.config = here.home + QStringLiteral("/.config");
    here.project = QDir::currentPath();
    return here;
}

std::vector<ConfigFile> configFiles(const Host &host, const Surroundings &surroundings)
{
    std::vector<ConfigFile> files;
    for (const Place &place : host.places) {
        const QString path = pathOf(place, surroundings);
        bool isNew = true; // in the home folder, the project's file may be the user's
        for (const ConfigFile &file : files)
            isNew = isNew && file.path != path;
        if (isNew)
            files.push_back({place.scope, path});
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
