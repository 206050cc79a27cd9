// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "watch/ignorerules.h"

#include <QFile>

#include <algorithm>
#include <array>

namespace sonde::watch {

namespace {

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
        m_rules.push_back({folder.isEmpty() ? QString() : folder + u'/', PathPattern(line),
            isForFolders, isException});
    }
}

void IgnoreRules::addFile(const QString &folder, const QString &path)
{
    QFile file(path);
    if (file.open(QIODevice::ReadOnly))
        addText(folder, QString::fromUtf8(file.read(kMaxFile)));
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
        if (rule->pattern.matches(path.mid(rule->folder.size())))
            return !rule->isException;
    }
    return false;
}

} // namespace sonde::watch
