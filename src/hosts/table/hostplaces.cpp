// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/table/hostplaces.h"

#include "hosts/table/alikefiles.h"

#include <QDir>

#include <algorithm>
#include <utility>

namespace sonde::hosts {

namespace {

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
        return surroundings.root;
    return folderOf(
        surroundings.variable(QStringLiteral("PROGRAMDATA")), QStringLiteral("C:/ProgramData"));
}

// The folder of a place, and what is searched for below it.
struct Pattern {
    QString folder;
    QLatin1String path; // empty: the folder is the file
};

// Nothing: the place has no path of its own, and no variable says one.
std::optional<Pattern> patternOf(const HostPlace &place, const Surroundings &surroundings)
{
    for (const MovedBy &moved : place.movedBy) {
        const QString value = surroundings.variable(moved.variable);
        if (QDir::isAbsolutePath(value))
            return Pattern{value, moved.path};
    }
    return place.path.isEmpty()
        ? std::nullopt
        : std::optional(Pattern{baseFolder(place.base, surroundings), place.path});
}

QStringList pathsOf(const HostPlace &place, const Surroundings &surroundings)
{
    const auto pattern = patternOf(place, surroundings);
    if (!pattern)
        return {};
    if (pattern->path.contains(u'*'))
        return alikeFiles(pattern->folder, pattern->path);
    return {QDir::cleanPath(
        pattern->path.isEmpty() ? pattern->folder : pattern->folder + u'/' + pattern->path)};
}

void addFiles(const Host &form, const Surroundings &surroundings, std::vector<ConfigFile> &files)
{
    for (const HostPlace &place : form.places) {
        const auto &systems = place.systems;
        if (!systems.empty()
            && std::find(systems.begin(), systems.end(), surroundings.system) == systems.end())
            continue;
        for (const QString &path : pathsOf(place, surroundings)) {
            bool isNew = true; // in the home folder, the project's file may be the user's
            for (const ConfigFile &file : files)
                isNew = isNew && file.path != path;
            if (isNew)
                files.push_back({place.scope, path, &form, place.isOfOthers});
        }
    }
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
    addFiles(host, surroundings, files);
    for (const Host &form : otherForms()) {
        if (form.id == host.id)
            addFiles(form, surroundings, files);
    }
    return files;
}

std::optional<ConfigFile> configFileAt(
    const Host &host, const QString &path, const Surroundings &surroundings)
{
    for (const ConfigFile &file : configFiles(host, surroundings)) {
        if (file.path == path)
            return file;
    }
    return std::nullopt;
}

const Host *hostOfFile(const QString &path, const Surroundings &surroundings)
{
    const std::vector<Host> &all = hostTable();
    const auto found = std::find_if(all.begin(), all.end(),
        [&](const Host &host) { return configFileAt(host, path, surroundings).has_value(); });
    return found == all.end() ? nullptr : &*found;
}

std::vector<const Host *> otherReaders(
    const Host &host, const QString &path, const Surroundings &surroundings)
{
    std::vector<const Host *> readers;
    for (const Host &other : hostTable()) {
        if (other.id == host.id)
            continue;
        const auto file = configFileAt(other, path, surroundings);
        if (file && shareServers(*file->form, host))
            readers.push_back(&other);
    }
    return readers;
}

} // namespace sonde::hosts
