// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <cstdint>
#include <vector>

namespace sonde::trace {

// What one read or write call moved of a stream; Store::read() has its bytes.
struct Piece {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    Stamp at;
    std::uint64_t end() const { return offset + length; }
};

// The calls that moved a range, in its order. The first and the last may reach beyond it.
struct Pieces {
    // A peer may write byte by byte; a person looks at fewer.
    static constexpr std::size_t kMax = 1000;
    std::vector<Piece> list;
    bool more = false; // the range goes on after the last one

    // Leaves those that begin before `end`, and at most kMax.
    void cut(std::uint64_t end);
};

} // namespace sonde::trace
