// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/ruleselection.h"

#include "base/formatting.h"
#include "base/nearest.h"
#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"
#include "findings/catalogue/catalogue.h"
#include "findings/page/rulepage.h"

#include <algorithm>

namespace sonde::cli {

namespace {

constexpr qsizetype kMaxMeant = 3;
constexpr qsizetype kShortestPart = 4; // of a name that is searched for

// Whether the text is the pattern, where * stands for any characters.
bool fitsPattern(QStringView text, QStringView pattern)
{
    const QList<QStringView> parts = pattern.split(u'*');
    const QStringView first = parts.front();
    const QStringView last = parts.back();
    if (parts.size() == 1)
        return text == pattern;
    if (!text.startsWith(first))
        return false;
    qsizetype at = first.size();
    for (const QStringView part : parts.mid(1, parts.size() - 2)) {
        const qsizetype found = text.indexOf(part, at); // the first place leaves most for the rest
        if (found < 0)
            return false;
        at = found + part.size();
    }
    return text.size() - at >= last.size() && text.endsWith(last);
}

bool fits(const QString &rule, const QString &word)
{
    return rule.section(u'.', 0, 0) == word || fitsPattern(rule, word);
}

bool fitsAny(const QString &rule, const QStringList &words)
{
    return std::any_of(
        words.begin(), words.end(), [&rule](const QString &word) { return fits(rule, word); });
}

QStringList checkedRules()
{
    QStringList names;
    for (const findings::Requirement *requirement : findings::checkedRequirements())
        names << QString::fromStdString(requirement->id);
    return names;
}

// Those with the word in their name, or the one that is spelled most like it.
QStringList meantBy(const QString &word)
{
    const QStringList rules = checkedRules();
    QStringList meant;
    if (const QString near = nearest(word, rules + findings::checkedAreas()); !near.isEmpty())
        meant << near;
    const QString part = word.section(u'.', -1);
    for (const QString &rule : rules) {
        const bool isLike =
            part.size() >= kShortestPart && rule.contains(part, Qt::CaseInsensitive);
        if (isLike && !meant.contains(rule) && meant.size() < kMaxMeant)
            meant << rule;
    }
    return meant;
}

Result<void> addWords(const QString &list, QStringList &words)
{
    const QStringList rules = checkedRules();
    for (const QString &each : list.split(u',')) {
        const QString word = each.trimmed();
        const bool isKnown = std::any_of(
            rules.begin(), rules.end(), [&word](const QString &rule) { return fits(rule, word); });
        if (!isKnown)
            return unknownRule(word);
        words << word;
    }
    return {};
}

} // namespace

Result<void> RuleSelection::select(const QString &words)
{
    return addWords(words, m_selected);
}

Result<void> RuleSelection::ignore(const QString &words)
{
    return addWords(words, m_ignored);
}

bool RuleSelection::has(std::string_view rule) const
{
    const QString name = QString::fromLatin1(rule.data(), qsizetype(rule.size()));
    return (m_selected.isEmpty() || fitsAny(name, m_selected)) && !fitsAny(name, m_ignored);
}

Result<void> readRules(const Line &line, RuleSelection &rules)
{
    Result<void> done = line.take("--select",
        [&rules](const std::string &value) { return rules.select(decodedWord(value)); });
    return !done ? done : line.take("--ignore", [&rules](const std::string &value) {
        return rules.ignore(decodedWord(value));
    });
}

Error unknownRule(const QString &word)
{
    if (findings::Catalogue::instance().find(word.toStdString()))
        return usageError(Text::tr("No rule checks %1: Sonde cannot see whether it is kept.")
                              .arg(quotedWord(word)));
    const QStringList meant = meantBy(word);
    return usageError(joinSentences({Text::tr("There is no rule or area %1.").arg(quotedWord(word)),
        meant.isEmpty() ? QString() : Text::tr("Did you mean %1?").arg(listText(meant)),
        Text::tr("sonde-cli rule lists them.")}));
}

} // namespace sonde::cli
