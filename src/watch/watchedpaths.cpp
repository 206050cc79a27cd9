// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "watch/watchedpaths.h"

#include "watch/ignorerules.h"

#include <QDir>
#include <QFileInfo>
#include <QHash>

#include <algorithm>
#include <array>

namespace sonde::watch {

namespace {

constexpr qsizetype kMaxArguments = 100; // that are looked at

bool isProject(const QDir &folder)
{
    constexpr std::array<QStringView, 9> kMarks{u"package.json", u"pyproject.toml", u"setup.py",
        u"Cargo.toml", u"go.mod", u"CMakeLists.txt", u"pom.xml", u"deno.json", u".git"};
    return std::any_of(kMarks.begin(), kMarks.end(),
        [&](QStringView mark) { return folder.exists(mark.toString()); });
}

// The innermost project around the file; empty: there is none, or it is the home folder or above.
QString projectOf(const QString &file)
{
    const QDir home = QDir::home();
    QDir folder(QFileInfo(file).path());
    for (;;) {
        QString path = folder.absolutePath();
        if (folder == home || home.absolutePath().startsWith(path + u'/') || folder.isRoot())
            return {};
        if (isProject(folder))
            return path;
        if (!folder.cdUp())
            return {};
    }
}

// Whether the command runs the project of its working directory, without naming a file of it: npm
// start, uv run server, cargo run, python3 -m server. Not npx, which runs a package.
bool runsItsFolder(const QString &program, const QStringList &arguments)
{
    static const QHash<QString, QStringList> kRunners{
        {QStringLiteral("npm"), {QStringLiteral("start"), QStringLiteral("run")}},
        {QStringLiteral("pnpm"), {QStringLiteral("start"), QStringLiteral("run")}},
        {QStringLiteral("yarn"), {QStringLiteral("start"), QStringLiteral("run")}},
        {QStringLiteral("bun"), {QStringLiteral("start"), QStringLiteral("run")}},
        {QStringLiteral("deno"), {QStringLiteral("task")}},
        {QStringLiteral("uv"), {QStringLiteral("run")}},
        {QStringLiteral("poetry"), {QStringLiteral("run")}},
        {QStringLiteral("pdm"), {QStringLiteral("run")}},
        {QStringLiteral("cargo"), {QStringLiteral("run")}},
        {QStringLiteral("go"), {QStringLiteral("run")}},
        {QStringLiteral("dotnet"), {QStringLiteral("run")}},
        {QStringLiteral("python"), {QStringLiteral("-m")}},
        {QStringLiteral("python3"), {QStringLiteral("-m")}},
    };
    const QStringList commands = kRunners.value(QFileInfo(program).fileName());
    return std::any_of(arguments.begin(), arguments.end(),
        [&commands](const QString &word) { return commands.contains(word); });
}

bool isForeign(const QString &file)
{
    return file.contains(QLatin1String("/node_modules/"))
        || file.contains(QLatin1String("/site-packages/"))
        || file.startsWith(QLatin1String("/usr/")) || file.startsWith(QLatin1String("/bin/"));
}

// The outermost folder of what was built in which the file of the project is; empty: none.
QString builtFolderOf(const QString &project, const QString &file)
{
    QString folder = project;
    const QStringList names = file.mid(project.size() + 1).split(u'/');
    for (const QString &name : names.mid(0, names.size() - 1)) {
        folder += u'/' + name;
        if (IgnoreRules::isBuiltFolder(name))
            return folder;
    }
    return {};
}

} // namespace

QStringList proposedPaths(
    const QString &program, const QStringList &arguments, const QString &folder, bool isBuilt)
{
    QStringList words = arguments.mid(0, kMaxArguments);
    if (program.contains(u'/'))
        words.append(program); // a script counts more than its interpreter
    for (const QString &word : words) {
        const QString path = QDir::cleanPath(QDir(folder).absoluteFilePath(word));
        const QFileInfo info(path);
        if (word.isEmpty() || word.startsWith(u'-') || !info.exists() || isForeign(path))
            continue;
        if (info.isDir()) { // uv run --directory FOLDER, go run FOLDER
            if (isProject(QDir(path)))
                return {path};
            continue;
        }
        const QString project = projectOf(path);
        if (project.isEmpty())
            return {path};
        const QString built = isBuilt ? QString() : builtFolderOf(project, path);
        return {built.isEmpty() ? project : built};
    }
    const QString own = QDir(folder).absolutePath();
    return runsItsFolder(program, words) && projectOf(own + u"/x") == own ? QStringList{own}
                                                                          : QStringList();
}

} // namespace sonde::watch
