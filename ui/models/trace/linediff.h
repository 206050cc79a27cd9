// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

namespace sonde::models {

// Two texts line by line, as the fewest lines that go and come (E. Myers, "An O(ND) Difference
// Algorithm and Its Variations", 1986). Lines are compared as bytes, with their line ends.
struct LineDiff {
    enum class Kind : std::uint8_t { Same, Removed, Added };
    struct Line {
        Kind kind = Kind::Same;
        std::string_view text; // with its line end; in `before` or `after`
        int oldNumber = 0; // from 1; 0 for a line that was added
        int newNumber = 0; // from 1; 0 for a line that was removed
    };

    // More lines than this that differ are shown as one block that goes and one that comes: the
    // time grows with their square.
    static constexpr int kMaxDifferent = 1000;
    // Longer texts are cut here, and `cut` says so.
    static constexpr std::size_t kMaxLines = 200'000;

    Bytes before, after; // keep the lines alive
    std::vector<Line> lines;
    int removed = 0;
    int added = 0;
    bool coarse = false; // kMaxDifferent was crossed
    bool cut = false; // kMaxLines was crossed

    bool isSame() const { return removed == 0 && added == 0 && !cut; }

    static LineDiff between(Bytes before, Bytes after, const std::stop_token &stop = {});
};

} // namespace sonde::models
