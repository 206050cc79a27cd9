// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "watch/pathpattern.h"

#include <optional>

namespace sonde::watch {

namespace {

// Whether the character is in the class that begins at `at`, behind its bracket; moves `at` behind
// the class. Nothing: there is no end of a class.
std::optional<bool> isInClass(QStringView pattern, qsizetype &at, QChar c)
{
    const bool isNegated = at < pattern.size() && (pattern[at] == u'!' || pattern[at] == u'^');
    const qsizetype first = at + (isNegated ? 1 : 0);
    bool found = false;
    for (qsizetype i = first; i < pattern.size(); ++i) {
        if (pattern[i] == u']' && i > first) {
            at = i + 1;
            return found != isNegated;
        }
        const bool isRange =
            i + 2 < pattern.size() && pattern[i + 1] == u'-' && pattern[i + 2] != u']';
        found = found || (isRange ? c >= pattern[i] && c <= pattern[i + 2] : c == pattern[i]);
        i += isRange ? 2 : 0;
    }
    return std::nullopt;
}

// Whether one character matches the pattern at `at`; moves `at` behind what matched.
bool matchesOne(QStringView pattern, qsizetype &at, QChar c)
{
    const QChar expected = pattern[at++];
    if (expected == u'?')
        return true;
    if (expected == u'[') {
        if (const auto isIn = isInClass(pattern, at, c))
            return *isIn;
        return c == u'[';
    }
    if (expected == u'\\' && at < pattern.size())
        return pattern[at++] == c;
    return expected == c;
}

// Whether all of `size` parts match a pattern of `patternSize` places, of which a star stands for
// any number of parts. `matches(at, i)` moves `at` behind the place that part `i` matched. What
// stands before a star has matched the shortest way, so only the last star takes more.
template <typename IsStar, typename Matches>
bool matchesParts(qsizetype patternSize, qsizetype size, IsStar isStar, Matches matches)
{
    qsizetype at = 0;
    qsizetype i = 0;
    qsizetype star = -1; // behind the last one
    qsizetype taken = 0; // of the parts, by everything up to that star
    while (i < size) {
        if (at < patternSize && isStar(at)) {
            star = ++at;
            taken = i;
        } else if (at < patternSize && matches(at, i)) {
            ++i;
        } else if (star >= 0) {
            at = star;
            i = ++taken;
        } else {
            return false;
        }
    }
    while (at < patternSize && isStar(at))
        ++at;
    return at == patternSize;
}

} // namespace

bool matchesName(QStringView pattern, QStringView name)
{
    return matchesParts(
        pattern.size(), name.size(), [&](qsizetype at) { return pattern[at] == u'*'; },
        [&](qsizetype &at, qsizetype i) { return matchesOne(pattern, at, name[i]); });
}

bool PathPattern::matches(const QString &path) const
{
    const QStringList names = path.split(u'/', Qt::SkipEmptyParts);
    return matchesParts(
        m_names.size(), names.size(), [&](qsizetype at) { return m_names[at] == u"**"; },
        [&](qsizetype &at, qsizetype i) { return matchesName(m_names[at++], names[i]); });
}

} // namespace sonde::watch
