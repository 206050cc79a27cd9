// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <cstdint>
#include <vector>

namespace sonde::trace {

// The range of one read or write call; Store::read() returns its bytes.
struct Piece {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    Stamp at;
    std::uint64_t end() const { return offset + length; }
};

// The read or write calls that transferred a range, in order. The first and the last may extend
// beyond it.
struct Pieces {
    // A peer may write byte by byte; this is enough for display.
    static constexpr std::size_t kMax = 1000;
    std::vector<Piece> list;
    bool more = false; // more calls follow after the last one

    // Keeps the pieces that begin before `end`, at most kMax.
    void cut(std::uint64_t end);
};

} // namespace sonde::trace
