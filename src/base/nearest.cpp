// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/nearest.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace sonde {

namespace {

constexpr qsizetype kLongestWord = 64; // what is longer is no slip of the finger
constexpr qsizetype kShortestBeginning = 3;

// Levenshtein's distance, where two neighbours that changed places count as one mistake; with three
// rows of the table at a time.
qsizetype distance(QStringView a, QStringView b)
{
    const auto width = static_cast<std::size_t>(b.size()) + 1;
    std::vector<qsizetype> beforeLast(width);
    std::vector<qsizetype> last(width);
    std::vector<qsizetype> row(width);
    std::iota(row.begin(), row.end(), 0);
    const auto same = [&](qsizetype i, qsizetype j) { return a[i].toLower() == b[j].toLower(); };
    for (qsizetype i = 0; i < a.size(); ++i) {
        std::swap(beforeLast, last);
        std::swap(last, row);
        row[0] = i + 1;
        for (std::size_t at = 1; at < width; ++at) {
            const auto j = static_cast<qsizetype>(at) - 1;
            row[at] =
                std::min({last[at - 1] + (same(i, j) ? 0 : 1), last[at] + 1, row[at - 1] + 1});
            if (i > 0 && j > 0 && same(i, j - 1) && same(i - 1, j))
                row[at] = std::min(row[at], beforeLast[at - 2] + 1);
        }
    }
    return row.back();
}

// The beginning of one candidate only: "--out" of "--output" where there is no "--outcome".
QString begun(QStringView word, const QStringList &candidates)
{
    QString only;
    for (const QString &candidate : candidates) {
        if (!candidate.startsWith(word, Qt::CaseInsensitive))
            continue;
        if (!only.isEmpty() && !candidate.startsWith(only))
            return {};
        if (only.isEmpty())
            only = candidate;
    }
    return only;
}

} // namespace

QString nearest(QStringView word, const QStringList &candidates)
{
    if (word.isEmpty() || word.size() > kLongestWord)
        return {};
    QString best;
    qsizetype bestDistance = std::max<qsizetype>(1, word.size() / 3) + 1;
    for (const QString &candidate : candidates) {
        const qsizetype d = distance(word, candidate);
        if (d < bestDistance) {
            bestDistance = d;
            best = candidate;
        }
    }
    const bool isLong = word.size() - (word.startsWith(u"--") ? 2 : 0) >= kShortestBeginning;
    return best.isEmpty() && isLong ? begun(word, candidates) : best;
}

} // namespace sonde
