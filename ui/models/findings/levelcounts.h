// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/catalogue/requirement.h"

#include <array>
#include <cstddef>

namespace sonde::models {

// Requirements by the level of their violation.
struct LevelCounts {
    std::array<int, 3> levels{};

    int &of(findings::Level level) { return levels[static_cast<std::size_t>(level)]; }
    int of(findings::Level level) const { return levels[static_cast<std::size_t>(level)]; }
    int all() const { return levels[0] + levels[1] + levels[2]; }
    bool operator==(const LevelCounts &) const = default;
};

} // namespace sonde::models
