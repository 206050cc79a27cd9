// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/bytes/byteframe.h"

#include <algorithm>

namespace sonde::content {

namespace {

// After the piece that holds the place.
auto afterPieceOf(const std::vector<ByteFrame::Piece> &pieces, qint64 place)
{
    return std::upper_bound(pieces.begin(), pieces.end(), place,
        [](qint64 value, const ByteFrame::Piece &piece) { return value < piece.begin; });
}

} // namespace

bool ByteFrame::isBorder(qint64 place) const
{
    const auto next = afterPieceOf(pieces, place);
    return next - pieces.begin() > 1 && std::prev(next)->begin == place;
}

QString ByteFrame::wordsAt(qint64 place) const
{
    const auto next = afterPieceOf(pieces, place);
    return next == pieces.begin() ? QString() : std::prev(next)->words;
}

} // namespace sonde::content
