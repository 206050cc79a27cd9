// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/nearest.h"

#include <algorithm>
#include <vector>

namespace sonde::cli {

namespace {

constexpr qsizetype kLongestWord = 64; // what is longer is no slip of the finger

// Levenshtein's distance, with one row of the table at a time.
qsizetype distance(QStringView a, QStringView b)
{
    std::vector<qsizetype> row(static_cast<std::size_t>(b.size()) + 1);
    for (std::size_t j = 0; j < row.size(); ++j)
        row[j] = static_cast<qsizetype>(j);
    for (qsizetype i = 0; i < a.size(); ++i) {
        qsizetype diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 1; j < row.size(); ++j) {
            const bool same = a[i].toLower() == b[static_cast<qsizetype>(j) - 1].toLower();
            const qsizetype replaced = diagonal + (same ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
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
    return best;
}

} // namespace sonde::cli
