// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sonde::demo {

// RFC 5424 severities, least severe first.
enum class LogLevel : std::uint8_t {
    Debug,
    Info,
    Notice,
    Warning,
    Error,
    Critical,
    Alert,
    Emergency
};

inline constexpr std::array<std::string_view, 8> kLogLevelNames{
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"};

constexpr std::string_view logLevelName(LogLevel level)
{
    return kLogLevelNames[static_cast<std::size_t>(level)];
}

constexpr std::optional<LogLevel> logLevelNamed(std::string_view name)
{
    for (std::size_t i = 0; i < kLogLevelNames.size(); ++i) {
        if (kLogLevelNames[i] == name)
            return static_cast<LogLevel>(i);
    }
    return std::nullopt;
}

} // namespace sonde::demo
