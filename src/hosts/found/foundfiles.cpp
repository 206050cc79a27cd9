// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/found/foundfiles.h"

#include "config/entryparts.h"
#include "hosts/entries/clearsecrets.h"
#include "hosts/files/hostfile.h"
#include "hosts/found/desktoppath.h"
#include "hosts/table/hoststr.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

namespace sonde::hosts {

namespace {

bool isRunnable(const QString &path)
{
    const QFileInfo file(path);
    return file.isFile() && file.isExecutable();
}

QStringList foldersOf(const QString &path)
{
    return path.split(QDir::listSeparator(), Qt::SkipEmptyParts);
}

// PATH of the entry; empty if it has none, or takes it from the host.
QString ownPath(const HostEntry &entry)
{
    QString path;
    for (const char *variables : {"env", "environment", "envs"}) {
        for (const json::Value &holder : {entry.value, config::holderOf(entry.value)}) {
            if (path.isEmpty())
                path = holder[variables]["PATH"].toString();
        }
    }
    return path.contains(u'$') ? QString() : path; // a variable of the host
}

QStringList searchedFolders(const HostEntry &entry)
{
    const QString own = ownPath(entry);
    return foldersOf(own.isEmpty() ? qEnvironmentVariable("PATH") : own);
}

} // namespace

FoundFile readFoundFile(const Host &host, Scope scope, const QString &path)
{
    FoundFile found;
    found.host = &host;
    found.scope = scope;
    found.path = path;
    if (host.isOfDesktop)
        found.desktopPath = desktopPath();
    const Result<Bytes> bytes = readHostFile(path);
    if (bytes)
        found.document = HostDocument::parse(host, *bytes);
    else
        found.error = bytes.error();
    return found;
}

FoundFile fileForAddition(const Host &host, const Surroundings &surroundings, const QString &path)
{
    const std::vector<ConfigFile> files = configFiles(host, surroundings);
    const auto chosen = std::find_if(files.begin(), files.end(), [&](const ConfigFile &file) {
        const bool isUsers = file.scope == Scope::User && file.form == &host && !file.isOfOthers;
        return path.isEmpty() ? isUsers && QFileInfo::exists(file.path) : file.path == path;
    });
    FoundFile found;
    found.host = &host;
    found.path = path;
    if (chosen != files.end() || path.isEmpty()) {
        const ConfigFile &file = chosen != files.end() ? *chosen : files.front();
        found.host = file.form;
        found.scope = file.scope;
        found.path = file.path;
    }
    return QFileInfo::exists(found.path) ? readFoundFile(*found.host, found.scope, found.path)
                                         : found;
}

std::vector<FoundFile> findFiles(const Host *host, const Surroundings &surroundings)
{
    std::vector<FoundFile> all;
    for (const Host &known : hostTable()) {
        if (host && host->id != known.id)
            continue;
        for (const ConfigFile &file : configFiles(known, surroundings)) {
            if (QFileInfo::exists(file.path))
                all.push_back(readFoundFile(*file.form, file.scope, file.path));
        }
    }
    return all;
}

std::optional<ProgramPlace> placeOfProgram(const HostEntry &entry)
{
    const QString &program = entry.program;
    if (program.isEmpty() || program.contains(u'$') || program.contains(u'{'))
        return std::nullopt;
    if (QDir::isAbsolutePath(program))
        return isRunnable(program) ? std::optional(ProgramPlace{program}) : std::nullopt;
    if (program.contains(u'/'))
        return std::nullopt;
    const QStringList folders = searchedFolders(entry);
    for (int i = 0; i < int(folders.size()); ++i) {
        const QString path = QStandardPaths::findExecutable(program, {folders[i]});
        if (!path.isEmpty())
            return ProgramPlace{path, i + 1, int(folders.size())};
    }
    return std::nullopt;
}

std::optional<FileProblem> missingProgram(const HostEntry &entry, const QString &desktopPath)
{
    const QString &program = entry.program;
    if (program.isEmpty() || program.contains(u'$') || program.contains(u'{'))
        return std::nullopt;
    if (program.startsWith(QLatin1String("~/")) || QDir::isAbsolutePath(program)) {
        const QString path = program.startsWith(u'~') ? QDir::homePath() + program.mid(1) : program;
        if (isRunnable(path))
            return std::nullopt;
        return FileProblem{QFileInfo::exists(path)
                ? Text::tr("The program %1 is not executable.").arg(program)
                : Text::tr("The program %1 does not exist.").arg(program)};
    }
    if (program.contains(u'/')) // relative to a folder that only the host knows
        return std::nullopt;
    const auto place = placeOfProgram(entry);
    const bool usesDesktop = !desktopPath.isEmpty() && ownPath(entry).isEmpty();
    if (usesDesktop && !QStandardPaths::findExecutable(program, foldersOf(desktopPath)).isEmpty())
        return std::nullopt;
    if (place && !usesDesktop)
        return std::nullopt;
    if (place)
        return FileProblem{
            Text::tr("The program %1 is in PATH here (%2), but not in the PATH of "
                     "programs that the desktop starts, as it starts this host. Use the "
                     "full path.")
                .arg(program, place->path)};
    return FileProblem{Text::tr("The program %1 was not found in PATH.").arg(program)};
}

std::vector<FileProblem> clearSecretProblems(const HostDocument &document, const HostEntry &entry)
{
    std::vector<FileProblem> problems;
    for (const ClearSecret &secret : secretsInClear(entry))
        problems.push_back(document.problemAt(document.place(secret.value).range.begin,
            Text::tr("Secret in the clear: %1. Everyone who can read the file can use it.")
                .arg(secret.name)));
    return problems;
}

std::optional<FileProblem> missingTap(const HostEntry &entry)
{
    if (!entry.tap)
        return std::nullopt;
    const json::Value command = entry.command;
    const QString program = (command.isArray() ? command.first() : command).toString();
    if (!QDir::isAbsolutePath(program) || isRunnable(program))
        return std::nullopt;
    return FileProblem{
        Text::tr("The tap %1 does not exist any more. Replace it with sonde-cli hosts "
                 "tap, or remove it with sonde-cli hosts untap.")
            .arg(program)};
}

} // namespace sonde::hosts
