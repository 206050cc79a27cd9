// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/packagecheck.h"

#include "doctor/base/doctortr.h"
#include "doctor/program/containercommand.h"
#include "doctor/program/packagecache.h"
#include "doctor/program/proxycheck.h"
#include "doctor/program/shebang.h"
#include "doctor/program/versionrange.h"
#include "hosts/text/tomlreader.h"
#include "json/document.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <optional>
#include <utility>

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

// required-version = ">=0.5" of uv.toml, or in [tool.uv] of pyproject.toml. uv reads those of the
// nearest folder that has one.
std::optional<Demand> demandOfUv(const QString &folder, const Machine &machine)
{
    QDir above(folder);
    for (int level = 0; level < kMaxLevels; ++level) {
        for (const QString &name : {QStringLiteral("uv.toml"), QStringLiteral("pyproject.toml")}) {
            const QByteArray text = machine.beginning(above.filePath(name), kMaxManifest);
            hosts::TextTree tree;
            if (hosts::TomlReader::read({text.data(), std::size_t(text.size())}, tree))
                continue; // it is no TOML
            const auto document = json::Document::parse(tree.translated().json);
            // Other tools have a member of that name in tables of their own.
            const json::Value uv =
                name == u"uv.toml" ? document.root() : document.root()["tool"]["uv"];
            if (const json::Value version = uv["required-version"]; version.isString())
                return Demand{version.toString(), name};
        }
        if (above.isRoot() || !above.cdUp())
            break;
    }
    return {};
}

std::optional<Demand> demandOfSubject(
    const ServerProgram &subject, const Machine &machine, const QString &runtime)
{
    const PackageCommand command = packageCommandOf(subject);
    const QString &package = command.package;
    if (runtime == u"node" && !package.isEmpty()) {
        const CachedPackage cached = findInCache(command, subject, machine);
        const QString folder = cached.folder.isEmpty() ? subject.folder : cached.folder;
        const QString manifest =
            folder + QStringLiteral("/node_modules/") + package + QStringLiteral("/package.json");
        if (auto demand = demandOfManifest(machine, manifest))
            return demand;
    }
    if (runtime == u"uv")
        return demandOfUv(subject.folder, machine);
    const bool isPython = runtime.startsWith(QLatin1String("python"));
    if (runtime != u"node" && !isPython)
        return {};
    const QString script = subject.script();
    const QString file = script.isEmpty() ? machine.realPath(subject.resolved.file)
                                          : machine.realPath(subject.absolute(script));
    return file.isEmpty() ? std::nullopt : demandOf(file, isPython, machine);
}

// The interpreter of the server: the program itself, or that of its first line.
QString runtimeOfSubject(const ServerProgram &subject, const Machine &machine)
{
    static const QRegularExpression known(
        QStringLiteral("^(node|deno|bun|python[0-9.]*|uv|docker|podman|ruby|php|java|dotnet)$"));
    QString direct = runtimeOf(subject.programName());
    if (known.match(direct).hasMatch())
        return direct;
    const Shebang shebang = shebangOf(machine.beginning(subject.resolved.file, Shebang::kMaxLine));
    const QString name = runtimeOf(shebang.programName());
    return known.match(name).hasMatch() ? name : QString();
}

QString fileOfRuntime(const ServerProgram &subject, const Machine &machine, const QString &runtime)
{
    if (subject.programName() == runtime || subject.programName() == u"nodejs")
        return subject.resolved.file;
    return findInPath(machine, subject.path(), runtime);
}

// An image is downloaded at the first start, too. The daemon is asked only for its list, and
// nothing is said of a daemon that does not respond: the start says more.
CheckResult checkImage(
    const ContainerCommand &container, const ServerProgram &subject, const Machine &machine)
{
    const QString &file = subject.resolved.file;
    if (file.isEmpty())
        return skipped(Check::Package, Text::tr("the program was not found"));
    const auto variables = wire::environmentBlock(subject.launch);
    const auto line = [&](const QStringList &arguments) {
        return machine.firstLine(file, arguments, variables);
    };
    if (container.program == u"docker"
        && line({QStringLiteral("info"), QStringLiteral("--format"), QStringLiteral("{{.ID}}")})
               .isEmpty())
        return skipped(
            Check::Package, Text::tr("%1 did not say which images it has").arg(container.program));
    const bool isThere =
        !line({QStringLiteral("images"), QStringLiteral("-q"), container.image}).isEmpty();
    return resultOf(Check::Package,
        {{isThere ? Kind::PackageCached : Kind::WillDownload,
            {container.image, container.program}}});
}

} // namespace

CheckResult checkPackage(const ServerProgram &subject, const Machine &machine)
{
    if (const ContainerCommand container = containerOf(subject); !container.image.isEmpty())
        return checkImage(container, subject, machine);
    const PackageCommand command = packageCommandOf(subject);
    const QString &package = command.package;
    if (package.isEmpty())
        return resultOf(Check::Package, {{Kind::NoPackage}});
    const QString program = subject.programName();
    const CachedPackage cached = findInCache(command, subject, machine);
    switch (cached.state) {
    case CachedPackage::State::Incomplete:
        return resultOf(Check::Package, {{Kind::CacheIncomplete, {package, cached.folder}}});
    case CachedPackage::State::Unknown:
        return skipped(
            Check::Package, Text::tr("the cache of %1 has too many entries").arg(program));
    case CachedPackage::State::Complete:
        return resultOf(Check::Package, {{Kind::PackageCached, {package, program}}});
    case CachedPackage::State::Missing:
        break;
    }
    std::vector<DoctorFinding> findings{{Kind::WillDownload, {package, program}}};
    const auto proxies = otherProxiesOfDownload(subject, machine);
    findings.insert(findings.end(), proxies.begin(), proxies.end());
    return resultOf(Check::Package, std::move(findings));
}

CheckResult checkRuntime(const ServerProgram &subject, const Machine &machine)
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
