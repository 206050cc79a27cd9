// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/packagecache.h"

#include "json/document.h"

#include <QDir>

#include <algorithm>

namespace sonde::doctor {

namespace {

using State = CachedPackage::State;

constexpr qsizetype kMaxManifest = 256 * 1024;
constexpr int kMaxLevels = 12; // folders upwards

struct Places {
    const ServerProgram &subject;
    const Machine &machine;

    // A variable as the server gets it; empty: it is not set.
    QString variable(const QByteArray &name) const
    {
        const QByteArray begin(name + '=');
        for (const QByteArray &entry : wire::environmentBlock(subject.launch)) {
            if (entry.startsWith(begin))
                return QString::fromLocal8Bit(entry.mid(begin.size()));
        }
        return {};
    }
    QString inHome(const QByteArray &name, const QString &otherwise) const
    {
        const QString value = variable(name);
        return value.isEmpty() ? QString(machine.home() + otherwise) : value;
    }
    QString caches() const { return inHome("XDG_CACHE_HOME", QStringLiteral("/.cache")); }
    QString data() const { return inHome("XDG_DATA_HOME", QStringLiteral("/.local/share")); }
    json::Document json(const QString &file) const
    {
        const QByteArray text = machine.beginning(file, kMaxManifest);
        return json::Document::parse(std::string_view(text.data(), std::size_t(text.size())));
    }
    bool exists(const QString &file) const { return machine.file(file).exists; }
};

CachedPackage stateOf(bool isThere)
{
    return {isThere ? State::Complete : State::Missing, {}};
}

bool isInstalledNearby(const Places &places, const QString &package)
{
    QDir folder(places.subject.folder);
    for (int level = 0; level < kMaxLevels; ++level) {
        if (places.exists(folder.filePath(QStringLiteral("node_modules/") + package)))
            return true;
        if (folder.isRoot() || !folder.cdUp())
            break;
    }
    return false;
}

// A folder for each set of packages that npx was asked for.
CachedPackage inNpm(const Places &places, const QString &package)
{
    const QString upper = places.variable("NPM_CONFIG_CACHE");
    const QString cache =
        (upper.isEmpty() ? places.inHome("npm_config_cache", QStringLiteral("/.npm")) : upper)
        + QStringLiteral("/_npx");
    const std::string name = package.toStdString();
    for (const QString &entry : places.machine.entriesOf(cache)) {
        const QString folder = cache + u'/' + entry;
        const bool isWanted = places.json(folder + QStringLiteral("/package.json"))
                                  .root()["dependencies"][name]
                                  .isString();
        const QString modules = folder + QStringLiteral("/node_modules");
        const bool isThere =
            places.exists(modules + u'/' + package + QStringLiteral("/package.json"));
        if (!isWanted && !isThere)
            continue;
        const bool isComplete = isThere && places.exists(modules + QStringLiteral("/.bin"));
        return {isComplete ? State::Complete : State::Incomplete, folder};
    }
    return stateOf(isInstalledNearby(places, package));
}

// dlx/<hash>/pkg is a link to the installed folder. While pnpm downloads, there is no link.
CachedPackage inPnpm(const Places &places, const QString &package)
{
    QString cache = places.variable("pnpm_config_cache_dir");
    if (cache.isEmpty())
        cache = places.variable("npm_config_cache_dir");
    if (cache.isEmpty())
        cache = places.caches() + QStringLiteral("/pnpm");
    cache += QStringLiteral("/dlx");
    for (const QString &entry : places.machine.entriesOf(cache)) {
        const QString folder = cache + u'/' + entry + QStringLiteral("/pkg");
        if (places.exists(folder + QStringLiteral("/node_modules/") + package
                + QStringLiteral("/package.json")))
            return {State::Complete, folder};
    }
    return {};
}

// Archives for each package and version: @aya-notes-npm-1.4.2-<hash>.zip. Versions before 2 have
// no dlx.
CachedPackage inYarn(const Places &places, const QString &package)
{
    const QStringList archives =
        places.machine.entriesOf(places.inHome("YARN_GLOBAL_FOLDER", QStringLiteral("/.yarn/berry"))
            + QStringLiteral("/cache"));
    const QString begin = QString(package).replace(u'/', u'-') + QStringLiteral("-npm-");
    const bool isThere =
        std::any_of(archives.begin(), archives.end(), [&begin](const QString &archive) {
            return archive.startsWith(begin) && archive.size() > begin.size()
                && archive[begin.size()].isDigit();
        });
    const bool isUnknown = !isThere && archives.size() >= Machine::kMaxEntries;
    return isUnknown ? CachedPackage{State::Unknown, {}} : stateOf(isThere);
}

// bun.sh/docs/install/cache: folders named NAME@VERSION, those of a scope in a folder of its own.
CachedPackage inBun(const Places &places, const QString &package)
{
    const QString own = places.variable("BUN_INSTALL_CACHE_DIR");
    const QString cache = own.isEmpty()
        ? places.inHome("BUN_INSTALL", QStringLiteral("/.bun")) + QStringLiteral("/install/cache")
        : own;
    const auto slash = package.lastIndexOf(u'/');
    const QString folder = slash < 0 ? cache : QString(cache + u'/' + package.left(slash));
    const QString begin = package.mid(slash + 1) + u'@';
    const QStringList entries = places.machine.entriesOf(folder);
    return stateOf(std::any_of(entries.begin(), entries.end(), [&](const QString &entry) {
        return entry.startsWith(begin);
    }) || isInstalledNearby(places, package));
}

// The names of PyPI do not tell these apart (PEP 503).
QString normalized(const QString &package)
{
    return QString(package).replace(u'_', u'-').replace(u'.', u'-').toLower();
}

// Tools that were installed, and wheels by their index: wheels-v5/pypi/NAME,
// wheels-v5/index/ID/NAME.
CachedPackage inUv(const Places &places, const QString &package)
{
    const QString tools = places.variable("UV_TOOL_DIR");
    const QString own = places.variable("UV_CACHE_DIR");
    const QString cache = own.isEmpty() ? QString(places.caches() + QStringLiteral("/uv")) : own;
    const QString name = u'/' + normalized(package);
    if (places.exists(
            (tools.isEmpty() ? QString(places.data() + QStringLiteral("/uv/tools")) : tools)
            + name))
        return stateOf(true);
    for (const QString &entry : places.machine.entriesOf(cache)) {
        if (!entry.startsWith(QLatin1String("wheels-")))
            continue;
        const QString wheels = cache + u'/' + entry;
        if (places.exists(wheels + QStringLiteral("/pypi") + name))
            return stateOf(true);
        const QString others = wheels + QStringLiteral("/index");
        for (const QString &index : places.machine.entriesOf(others)) {
            if (places.exists(others + u'/' + index + name))
                return stateOf(true);
        }
    }
    return {};
}

// Environments named by a hash, each with the package that it is for, until one expires.
CachedPackage inPipx(const Places &places, const QString &package)
{
    const QString home = places.variable("PIPX_HOME");
    QStringList caches{places.caches() + QStringLiteral("/pipx"),
        places.data() + QStringLiteral("/pipx/.cache"),
        places.machine.home() + QStringLiteral("/.local/pipx/.cache")};
    if (!home.isEmpty())
        caches = QStringList{home + QStringLiteral("/.cache")};
    for (const QString &cache : caches) {
        for (const QString &entry : places.machine.entriesOf(cache)) {
            const QString folder = cache + u'/' + entry;
            const json::Document about =
                places.json(folder + QStringLiteral("/pipx_metadata.json"));
            const json::Value name = about.root()["main_package"]["package"];
            if (name.isString() && normalized(name.toString()) == normalized(package)
                && !places.exists(folder + QStringLiteral("/pipx_expired_venv")))
                return stateOf(true);
        }
    }
    return {};
}

} // namespace

CachedPackage findInCache(
    const PackageCommand &command, const ServerProgram &subject, const Machine &machine)
{
    const Places places{subject, machine};
    switch (command.runner) {
    case PackageRunner::Npm:
        return inNpm(places, command.package);
    case PackageRunner::Pnpm:
        return inPnpm(places, command.package);
    case PackageRunner::Yarn:
        return inYarn(places, command.package);
    case PackageRunner::Bun:
        return inBun(places, command.package);
    case PackageRunner::Uv:
        return inUv(places, command.package);
    case PackageRunner::Pipx:
        return inPipx(places, command.package);
    case PackageRunner::None:
        break;
    }
    return {};
}

} // namespace sonde::doctor
