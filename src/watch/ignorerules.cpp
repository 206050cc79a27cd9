// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "watch/ignorerules.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <array>

namespace sonde::watch {

namespace {

constexpr std::size_t kMaxAbove = 20; // folders between a project and its repository

// What vim, Emacs, Kate, GEdit and the editors of JetBrains leave beside a file for a while.
bool isOfAnEditor(QStringView name)
{
    constexpr std::array<QStringView, 11> kPatterns{u"*~", u".*.sw?", u".*.kate-swp", u"#*#",
        u".#*", u".goutputstream-*", u"*___jb_tmp___", u"*___jb_old___", u"4913", u"*.tmp",
        u".DS_Store"};
    return std::any_of(kPatterns.begin(), kPatterns.end(),
        [name](QStringView pattern) { return matchesName(pattern, name); });
}

} // namespace

bool IgnoreRules::isBuiltFolder(QStringView name)
{
    constexpr std::array<QStringView, 16> kNames{u".git", u".hg", u".svn", u"node_modules",
        u".venv", u"venv", u"__pycache__", u".mypy_cache", u".pytest_cache", u".ruff_cache",
        u".tox", u"target", u"build", u"dist", u".idea", u".vscode"};
    return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

void IgnoreRules::addText(const QString &folder, const QString &text)
{
    addText(folder.isEmpty() ? QString() : folder + u'/', {}, text);
}

void IgnoreRules::addText(const QString &folder, const QString &above, const QString &text)
{
    for (QString line : text.split(u'\n')) {
        if (line.endsWith(u'\r'))
            line.chop(1);
        while (line.endsWith(u' ') && !line.endsWith(QLatin1String("\\ ")))
            line.chop(1);
        if (line.isEmpty() || line.startsWith(u'#') || m_rules.size() >= kMaxRules)
            continue;
        const bool isException = line.startsWith(u'!');
        line.remove(0, isException ? 1 : 0);
        const bool isForFolders = line.endsWith(u'/');
        line.chop(isForFolders ? 1 : 0);
        // Without a slash inside, the pattern is for names in every folder below.
        if (!line.contains(u'/'))
            line.prepend(QLatin1String("**/"));
        m_rules.push_back({folder, above, PathPattern(line), isForFolders, isException});
    }
}

void IgnoreRules::addFile(const QString &folder, const QString &path)
{
    QFile file(path);
    if (file.open(QIODevice::ReadOnly))
        addText(folder, QString::fromUtf8(file.read(kMaxFile)));
}

void IgnoreRules::addAbove(const QString &project)
{
    std::vector<std::pair<QString, QString>> files; // with the way to the project, innermost first
    QString folder = project;
    QString above;
    while (!QFileInfo::exists(folder + QLatin1String("/.git"))) {
        if (folder.isEmpty() || files.size() >= kMaxAbove)
            return; // it is in no repository
        above.prepend(folder.section(u'/', -1) + u'/');
        folder = folder.section(u'/', 0, -2);
        files.emplace_back(folder + QLatin1String("/.gitignore"), above);
    }
    for (auto each = files.rbegin(); each != files.rend(); ++each) {
        QFile file(each->first);
        if (file.open(QIODevice::ReadOnly))
            addText({}, each->second, QString::fromUtf8(file.read(kMaxFile)));
    }
}

bool IgnoreRules::ignores(const QString &path, bool isFolder) const
{
    const QString name = path.section(u'/', -1);
    if (isFolder ? isBuiltFolder(name) : isOfAnEditor(name))
        return true;
    return ignoresByRule(path, isFolder);
}

bool IgnoreRules::ignoresByRule(const QString &path, bool isFolder) const
{
    for (auto rule = m_rules.rbegin(); rule != m_rules.rend(); ++rule) {
        if ((rule->isForFolders && !isFolder) || !path.startsWith(rule->folder))
            continue;
        if (rule->pattern.matches(rule->above + path.mid(rule->folder.size())))
            return !rule->isException;
    }
    return false;
}

} // namespace sonde::watch
