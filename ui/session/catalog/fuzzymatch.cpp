// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/catalog/fuzzymatch.h"

namespace sonde::session {

std::optional<int> fuzzyScore(QStringView typed, QStringView text)
{
    constexpr int kRun = 8;
    constexpr int kWordStart = 6;
    int score = 0;
    qsizetype at = 0;
    qsizetype last = -2;
    for (const QChar wanted : typed) {
        if (wanted.isSpace())
            continue;
        const QChar folded = wanted.toCaseFolded();
        while (at < text.size() && text[at].toCaseFolded() != folded)
            ++at;
        if (at == text.size())
            return std::nullopt;
        const bool wordStart = at == 0 || !text[at - 1].isLetterOrNumber();
        score += (at == last + 1 ? kRun : 0) + (wordStart ? kWordStart : 0) + 1;
        last = at++;
    }
    return score * 64 - int(qMin<qsizetype>(text.size(), 63)); // shorter texts first among equals
}

} // namespace sonde::session
