// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/process/launch.h"

#include "platform/systemtext.h"
#include "wire/http/wiretr.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string_view>

#include <sys/stat.h>
#include <unistd.h>

extern char **environ; // declared by no POSIX header

namespace sonde::wire {

namespace {

// The path that glibc's execvp() searches if PATH is not set.
constexpr auto kDefaultPath = "/bin:/usr/bin";

QString quotedName(const QString &name)
{
    return QStringLiteral("“") + name + QStringLiteral("”");
}

// Detects values that execve() would truncate or reject without naming them.
std::optional<LaunchError> unusable(const Launch &launch)
{
    if (launch.program.isEmpty())
        return launchError(EINVAL, told(QT_TRANSLATE_NOOP("sonde::wire", "No program is given.")));
    const auto hasNul = [](const QString &text) { return text.contains(QChar(u'\0')); };
    if (hasNul(launch.program) || hasNul(launch.workingDirectory))
        return launchError(EINVAL,
            told(QT_TRANSLATE_NOOP("sonde::wire", "A path cannot contain a NUL character.")));
    for (qsizetype i = 0; i < launch.arguments.size(); ++i) {
        if (hasNul(launch.arguments[i])) {
            return launchError(EINVAL,
                told(QT_TRANSLATE_NOOP("sonde::wire",
                         "Argument %1 contains a NUL character, which no program can receive."),
                    {QString::number(i + 1)}));
        }
    }
    for (const auto &[name, value] : launch.environment) {
        if (name.isEmpty())
            return launchError(EINVAL,
                told(QT_TRANSLATE_NOOP("sonde::wire", "An environment variable has no name.")));
        if (name.contains(u'=') || hasNul(name) || hasNul(value.reveal())) {
            return launchError(EINVAL,
                told(QT_TRANSLATE_NOOP("sonde::wire",
                         "The environment variable %1 has a name with “=” or contains a NUL "
                         "character."),
                    {quotedName(name)}));
        }
    }
    return {};
}

std::optional<LaunchError> unusableDirectory(const QString &directory)
{
    struct stat info { };
    const QByteArray path = QFile::encodeName(directory);
    if (::stat(path.constData(), &info) != 0) {
        const int code = errno;
        return launchError(code,
            code == ENOENT
                ? told(QT_TRANSLATE_NOOP("sonde::wire", "The working directory %1 does not exist."),
                    {quotedName(directory)})
                : told(QT_TRANSLATE_NOOP(
                           "sonde::wire", "The working directory %1 cannot be used: %2."),
                    {quotedName(directory), platform::errorText(code)}));
    }
    if (!S_ISDIR(info.st_mode)) {
        return launchError(ENOTDIR,
            told(QT_TRANSLATE_NOOP("sonde::wire", "The working directory %1 is not a folder."),
                {quotedName(directory)}));
    }
    if (::access(path.constData(), X_OK) != 0) {
        return launchError(errno,
            told(QT_TRANSLATE_NOOP("sonde::wire",
                     "The working directory %1 cannot be entered: permission denied."),
                {quotedName(directory)}));
    }
    return {};
}

// Why the file cannot be executed; empty if it can. ENOENT and ENOTDIR mean that it does not exist.
std::optional<LaunchError> notExecutable(const QString &file)
{
    struct stat info { };
    const QByteArray path = QFile::encodeName(file);
    if (::stat(path.constData(), &info) != 0) {
        const int code = errno;
        return launchError(code,
            told(QT_TRANSLATE_NOOP("sonde::wire", "%1 cannot be used: %2."),
                {quotedName(file), platform::errorText(code)}));
    }
    if (S_ISDIR(info.st_mode))
        return launchError(EISDIR,
            told(QT_TRANSLATE_NOOP("sonde::wire", "%1 is a folder, not a program."),
                {quotedName(file)}));
    if (::access(path.constData(), X_OK) != 0) {
        return launchError(EACCES,
            told(QT_TRANSLATE_NOOP("sonde::wire", "%1 was found, but it is not executable."),
                {quotedName(file)}),
            Text::tr("Its mode is %1; chmod +x makes it executable, or name the interpreter as the "
                     "program and the file as its first argument.")
                .arg(info.st_mode & 07777, 4, 8, QLatin1Char('0')));
    }
    return {};
}

bool isAbsent(const Error &error)
{
    return error.code == ENOENT || error.code == ENOTDIR;
}

QString searchPath(const Launch &launch)
{
    const std::vector<QByteArray> block = environmentBlock(launch);
    for (const QByteArray &entry : block) {
        if (entry.startsWith("PATH="))
            return QFile::decodeName(entry.mid(5));
    }
    return QString::fromLatin1(kDefaultPath);
}

Resolved resolvePath(const Launch &launch, const QString &directory)
{
    Resolved resolved;
    // Not normalised if it contains "..": after a symbolic link that would be another file.
    QString file = QDir(directory).absoluteFilePath(launch.program);
    if (!launch.program.contains(QLatin1String("..")))
        file = QDir::cleanPath(file);
    if (auto error = notExecutable(file)) {
        if (isAbsent(*error)) {
            error = launchError(error->code,
                told(QT_TRANSLATE_NOOP("sonde::wire", "There is no file %1."), {quotedName(file)}));
            if (launch.program.startsWith(u'~'))
                error->detail = Text::tr("No shell is involved, so “~” is not replaced.");
        }
        resolved.error = std::move(*error);
        return resolved;
    }
    resolved.file = file;
    return resolved;
}

Resolved resolveName(const Launch &launch, const QString &directory)
{
    Resolved resolved;
    std::optional<LaunchError> obstacle;
    const QStringList folders = searchPath(launch).split(u':');
    for (const QString &entry : folders) {
        // An empty entry means the program's working directory, as for execvp().
        const QString folder = QDir::cleanPath(QDir(directory).absoluteFilePath(entry));
        if (resolved.searched.contains(folder))
            continue;
        resolved.searched.append(folder);
        const QString file = QDir(folder).filePath(launch.program);
        struct stat info { };
        if (::stat(QFile::encodeName(file).constData(), &info) != 0)
            continue; // a folder without search permission proves nothing about the program
        auto error = notExecutable(file);
        if (!error) {
            resolved.file = file;
            return resolved;
        }
        if (!obstacle)
            obstacle = std::move(error);
    }
    if (obstacle) {
        resolved.error = std::move(*obstacle);
        return resolved;
    }
    resolved.error = launchError(ENOENT,
        told(QT_TRANSLATE_NOOP("sonde::wire", "The program %1 was not found."),
            {quotedName(launch.program)}),
        Text::tr("Folders searched:\n") + resolved.searched.join(u'\n'));
    if (launch.program.contains(u' ')) {
        resolved.error.detail.prepend(
            Text::tr("The name contains a space: arguments belong in fields of their own.\n"));
    }
    return resolved;
}

// The values that begin with "()" are functions of the shell, which the SDKs leave out as well.
bool isPassedByHosts(std::string_view entry)
{
    constexpr std::array<std::string_view, 6> kNames{
        "HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"};
    const std::size_t equals = entry.find('=');
    return std::find(kNames.begin(), kNames.end(), entry.substr(0, equals)) != kNames.end()
        && equals != std::string_view::npos && !entry.substr(equals + 1).starts_with("()");
}

} // namespace

QString effectiveWorkingDirectory(const Launch &launch)
{
    return QDir::cleanPath(QDir::current().absoluteFilePath(launch.workingDirectory));
}

std::vector<QByteArray> environmentBlock(const Launch &launch)
{
    std::vector<QByteArray> block;
    for (char **entry = environ; entry && *entry; ++entry) {
        if (!launch.hostEnvironment || isPassedByHosts(*entry))
            block.emplace_back(*entry);
    }
    for (const auto &[name, value] : launch.environment) {
        const QByteArray prefix = name.toUtf8() + '=';
        std::erase_if(block, [&](const QByteArray &entry) { return entry.startsWith(prefix); });
        block.push_back(prefix + value.reveal().toUtf8());
    }
    return block;
}

std::vector<std::pair<QString, Secret>> effectiveEnvironment(const Launch &launch)
{
    std::vector<std::pair<QString, Secret>> result;
    for (const QByteArray &entry : environmentBlock(launch)) {
        const qsizetype equals = std::max<qsizetype>(entry.indexOf('='), 0);
        result.emplace_back(QString::fromLocal8Bit(entry.left(equals)),
            Secret(QString::fromLocal8Bit(entry.mid(equals + 1))));
    }
    return result;
}

Resolved resolveProgram(const Launch &launch)
{
    Resolved resolved;
    if (auto error = unusable(launch)) {
        resolved.error = std::move(*error);
        return resolved;
    }
    const QString directory = effectiveWorkingDirectory(launch);
    if (!launch.workingDirectory.isEmpty()) {
        if (auto error = unusableDirectory(directory)) {
            resolved.error = std::move(*error);
            return resolved;
        }
    }
    return launch.program.contains(u'/') ? resolvePath(launch, directory)
                                         : resolveName(launch, directory);
}

} // namespace sonde::wire
