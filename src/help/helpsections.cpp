// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "help/helpsections.h"

#include <QRegularExpression>

#include <algorithm>

namespace sonde::help {

namespace {

constexpr int kMaxLevel = 6;

// 0: the line is no heading.
int levelOf(const QString &line)
{
    int level = 0;
    while (level < line.size() && line[level] == u'#')
        ++level;
    return level <= kMaxLevel && level < line.size() && line[level] == u' ' ? level : 0;
}

bool hasAll(const QString &text, const QStringList &words)
{
    return std::all_of(words.begin(), words.end(),
        [&text](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace

QString anchorOf(const QString &title)
{
    QString anchor;
    for (const QChar c : title.toLower()) {
        if (c.isLetterOrNumber() || c == u'-' || c == u'_')
            anchor += c;
        else if (c == u' ')
            anchor += u'-';
    }
    return anchor;
}

QList<Section> sectionsOf(const QString &page, const QString &markdown, const QString &original)
{
    QList<Section> sections;
    bool isCode = false; // between two lines of ```
    for (const QString &line : markdown.split(u'\n')) {
        if (line.startsWith(QLatin1String("```")))
            isCode = !isCode;
        const int level = isCode ? 0 : levelOf(line);
        const QString title = line.mid(level + 1).trimmed();
        if (level > 0)
            sections.append({page, title, anchorOf(title), level, {}});
        else if (!sections.isEmpty() && !line.startsWith(QLatin1String("![")))
            sections.back().text += line + u'\n';
    }
    const QList<Section> named = original.isEmpty() ? QList<Section>() : sectionsOf(page, original);
    for (qsizetype i = 0; i < std::min(named.size(), sections.size()); ++i)
        sections[i].anchor = named[i].anchor;
    return sections;
}

QList<Section> sectionsWith(const QString &words, const QList<Section> &sections)
{
    static const QRegularExpression spaces(QStringLiteral("\\s+"));
    const QStringList wanted = words.split(spaces, Qt::SkipEmptyParts);
    QList<Section> found;
    for (const Section &section : sections) {
        if (!wanted.isEmpty() && hasAll(section.title + u'\n' + section.text, wanted))
            found.append(section);
    }
    std::stable_partition(found.begin(), found.end(),
        [&wanted](const Section &section) { return hasAll(section.title, wanted); });
    return found;
}

} // namespace sonde::help
