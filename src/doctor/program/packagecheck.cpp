// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/packagecheck.h"

#include "doctor/base/text.h"
#include "doctor/program/filecheck.h"
#include "doctor/program/versionrange.h"
#include "json/document.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <optional>

namespace sonde::doctor {

namespace {

constexpr qsizetype kMaxManifest = 256 * 1024;
constexpr int kMaxLevels = 12; // folders upwards

json::Document readJson(const Machine &machine, const QString &path)
{
    const QByteArray text = machine.beginning(path, kMaxManifest);
    return json::Document::parse(std::string_view(text.data(), std::size_t(text.size())));
}

struct Demand {
    QString range;
    QString by; // the package or the file that asks
};

std::optional<Demand> demandOfManifest(const Machine &machine, const QString &path)
{
    const json::Document document = readJson(machine, path);
    const json::Value range = document.root()["engines"]["node"];
    if (!range.isString())
        return {};
    const json::Value name = document.root()["name"];
    return Demand{range.toString(), name.isString() ? name.toString() : path};
}

// requires-python = ">=3.11"
std::optional<Demand> demandOfProject(const Machine &machine, const QString &path)
{
    static const QRegularExpression line(
        QStringLiteral("^\\s*requires-python\\s*=\\s*[\"']([^\"'\\n]*)[\"']"),
        QRegularExpression::MultilineOption);
    const auto match = line.match(QString::fromUtf8(machine.beginning(path, kMaxManifest)));
    if (!match.hasMatch())
        return {};
    return Demand{match.captured(1), QStringLiteral("pyproject.toml")};
}

// npm's cache has a folder for each set of packages that npx was asked for.
struct NpxEntry {
    QString folder;
    bool isComplete = false;
};

// The variable as the server gets it, else the folder in the home folder.
QString cacheFolder(const Subject &subject, const Machine &machine, const QByteArray &variable,
    const QString &otherwise)
{
    const QByteArray begin(variable + '=');
    for (const QByteArray &entry : wire::environmentBlock(subject.launch)) {
        if (entry.startsWith(begin))
            return QString::fromLocal8Bit(entry.mid(begin.size()));
    }
    return machine.home() + otherwise;
}

QString npmCache(const Subject &subject, const Machine &machine)
{
    return cacheFolder(subject, machine, "npm_config_cache", QStringLiteral("/.npm"));
}

// bun.sh/docs/install/cache: folders named NAME@VERSION, those of a scope in a folder of its own.
bool isInBunCache(const Subject &subject, const Machine &machine, const QString &package)
{
    const QString cache = cacheFolder(
        subject, machine, "BUN_INSTALL_CACHE_DIR", QStringLiteral("/.bun/install/cache"));
    const auto slash = package.lastIndexOf(u'/');
    const QString folder = slash < 0 ? cache : QString(cache + u'/' + package.left(slash));
    const QString begin = package.mid(slash + 1) + u'@';
    const QStringList entries = machine.entriesOf(folder);
    return std::any_of(entries.begin(), entries.end(),
        [&](const QString &entry) { return entry.startsWith(begin); });
}

std::optional<NpxEntry> npxEntry(
    const Subject &subject, const Machine &machine, const QString &package)
{
    const QString cache = npmCache(subject, machine) + QStringLiteral("/_npx");
    const std::string name = package.toStdString();
    for (const QString &entry : machine.entriesOf(cache)) {
        const QString folder = cache + u'/' + entry;
        const json::Document manifest = readJson(machine, folder + QStringLiteral("/package.json"));
        const bool isWanted = manifest.root()["dependencies"][name].isString();
        const QString modules = folder + QStringLiteral("/node_modules");
        const bool isThere =
            machine.file(modules + u'/' + package + QStringLiteral("/package.json")).exists;
        if (!isWanted && !isThere)
            continue;
        return NpxEntry{folder, isThere && machine.file(modules + QStringLiteral("/.bin")).exists};
    }
    return {};
}

bool isInstalledNearby(const Subject &subject, const Machine &machine, const QString &package)
{
    QDir folder(subject.folder);
    for (int level = 0; level < kMaxLevels; ++level) {
        if (machine.file(folder.filePath(QStringLiteral("node_modules/") + package)).exists)
            return true;
        if (folder.isRoot() || !folder.cdUp())
            break;
    }
    return false;
}

bool isInUvCache(const Machine &machine, const QString &package)
{
    const QString home = machine.home();
    if (machine.file(home + QStringLiteral("/.local/share/uv/tools/") + package).exists)
        return true;
    const QString cache = home + QStringLiteral("/.cache/uv");
    const QString name = QString(package).replace(u'_', u'-').toLower();
    for (const QString &entry : machine.entriesOf(cache)) {
        if (entry.startsWith(QLatin1String("wheels-"))
            && machine.file(cache + u'/' + entry + QStringLiteral("/pypi/") + name).exists)
            return true;
    }
    return false;
}

// Upwards from the folder of a file: the nearest package.json or pyproject.toml.
std::optional<Demand> demandOf(const QString &file, bool isPython, const Machine &machine)
{
    QDir folder(QFileInfo(file).absolutePath());
    for (int level = 0; level < kMaxLevels; ++level) {
        const QString manifest = folder.filePath(
            isPython ? QStringLiteral("pyproject.toml") : QStringLiteral("package.json"));
        if (machine.file(manifest).exists)
            return isPython ? demandOfProject(machine, manifest)
                            : demandOfManifest(machine, manifest);
        if (folder.isRoot() || !folder.cdUp())
            break;
    }
    return {};
}

std::optional<Demand> demandOfSubject(
    const Subject &subject, const Machine &machine, const QString &runtime)
{
    const QString package = packageOf(subject);
    if (!package.isEmpty() && subject.programName() == u"npx") {
        const auto entry = npxEntry(subject, machine, package);
        const QString folder = entry ? entry->folder : subject.folder;
        const QString manifest =
            folder + QStringLiteral("/node_modules/") + package + QStringLiteral("/package.json");
        if (auto demand = demandOfManifest(machine, manifest))
            return demand;
    }
    const bool isPython = runtime.startsWith(QLatin1String("python"));
    if (runtime != u"node" && !isPython)
        return {};
    const QString script = subject.script();
    const QString file = script.isEmpty() ? machine.realPath(subject.resolved.file)
                                          : machine.realPath(subject.absolute(script));
    return file.isEmpty() ? std::nullopt : demandOf(file, isPython, machine);
}

// The interpreter of the server: the program itself, or that of its first line.
QString runtimeOfSubject(const Subject &subject, const Machine &machine)
{
    static const QRegularExpression known(
        QStringLiteral("^(node|deno|bun|python[0-9.]*|uv|docker|podman|ruby|php|java|dotnet)$"));
    QString direct = runtimeOf(subject.programName());
    if (known.match(direct).hasMatch())
        return direct;
    const Shebang shebang = shebangOf(machine.beginning(subject.resolved.file, 256));
    const QString name = runtimeOf(shebang.programName());
    return known.match(name).hasMatch() ? name : QString();
}

QString fileOfRuntime(const Subject &subject, const Machine &machine, const QString &runtime)
{
    if (subject.programName() == runtime || subject.programName() == u"nodejs")
        return subject.resolved.file;
    return findInPath(machine, subject.path(), runtime);
}

} // namespace

QString packageOf(const Subject &subject)
{
    const QString program = subject.programName();
    const bool isUvx = program == u"uvx";
    if (program != u"npx" && program != u"bunx" && !isUvx)
        return {};
    const QStringList &arguments = subject.launch.arguments;
    QString package;
    for (qsizetype i = 0; i < arguments.size() && package.isEmpty(); ++i) {
        const QString &word = arguments[i];
        if (word == u"-p" || word == u"--package" || word == u"--from")
            package = arguments.value(i + 1);
        else if (word.startsWith(QLatin1String("--package=")))
            package = word.mid(10);
        else if (word == u"--python" || word == u"--with" || word == u"--index-url")
            ++i;
        else if (!word.startsWith(u'-'))
            package = word;
    }
    const auto at = package.indexOf(u'@', 1);
    if (at > 0)
        package.truncate(at);
    static const QRegularExpression version(QStringLiteral("[=<>~\\[].*$"));
    package.remove(version);
    // A folder or a URL is no package of a registry.
    return package.contains(QLatin1String("://")) || package.startsWith(u'.')
            || package.startsWith(u'/') || package.contains(QLatin1String(".."))
        ? QString()
        : package;
}

CheckResult checkPackage(const Subject &subject, const Machine &machine)
{
    const QString package = packageOf(subject);
    if (package.isEmpty())
        return resultOf(Check::Package, {{Kind::NoPackage}});
    const QString program = subject.programName();
    bool isCached = false;
    if (program == u"uvx") {
        isCached = isInUvCache(machine, package);
    } else if (program == u"bunx") {
        isCached =
            isInBunCache(subject, machine, package) || isInstalledNearby(subject, machine, package);
    } else {
        const auto entry = npxEntry(subject, machine, package);
        if (entry && !entry->isComplete)
            return resultOf(Check::Package, {{Kind::CacheIncomplete, {package, entry->folder}}});
        isCached = entry || isInstalledNearby(subject, machine, package);
    }
    return resultOf(Check::Package,
        {{isCached ? Kind::PackageCached : Kind::WillDownload, {package, program}}});
}

CheckResult checkRuntime(const Subject &subject, const Machine &machine)
{
    if (subject.resolved.file.isEmpty())
        return skipped(Check::Runtime, Text::tr("the program was not found"));
    const QString runtime = runtimeOfSubject(subject, machine);
    if (runtime.isEmpty())
        return resultOf(Check::Runtime, {{Kind::NoRuntime}});
    const QString file = fileOfRuntime(subject, machine, runtime);
    if (file.isEmpty())
        return skipped(Check::Runtime, Text::tr("%1 was not found").arg(runtime));
    const auto version = versionIn(machine.firstLine(
        file, {QStringLiteral("--version")}, wire::environmentBlock(subject.launch)));
    if (!version)
        return skipped(Check::Runtime, Text::tr("%1 --version gave no version").arg(runtime));
    const auto demand = demandOfSubject(subject, machine, runtime);
    const auto fits = demand ? satisfies(*version, demand->range) : std::nullopt;
    if (!fits)
        return resultOf(Check::Runtime, {{Kind::RuntimeFound, {runtime, version->toString()}}});
    if (*fits)
        return resultOf(
            Check::Runtime, {{Kind::RuntimeFits, {runtime, version->toString(), demand->range}}});
    return resultOf(Check::Runtime,
        {{Kind::RuntimeTooOld, {runtime, version->toString(), demand->by, demand->range}}});
}

} // namespace sonde::doctor
