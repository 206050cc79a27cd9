// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace sonde::findings {

// The levels of log messages, the least severe first (2025-11-25 server/utilities/logging).
inline constexpr std::array<std::string_view, 8> kLogLevels{
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"};

// The place of a level in kLogLevels; -1: it is none.
constexpr int logRankOf(std::string_view level)
{
    const auto found = std::find(kLogLevels.begin(), kLogLevels.end(), level);
    return found == kLogLevels.end() ? -1 : static_cast<int>(found - kLogLevels.begin());
}

} // namespace sonde::findings
