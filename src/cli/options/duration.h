// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QStringView>

#include <chrono>

namespace sonde::cli {

inline constexpr std::chrono::milliseconds kLongestTimeout = std::chrono::hours(24);

// The value of any option that is a time: "500ms", "90s" or "90", "1.5h", "1h30m"; from 1ms to
// kLongestTimeout. The error names the option that it is of.
Result<std::chrono::milliseconds> parseDuration(
    QStringView text, const QString &option = QStringLiteral("--timeout"));

} // namespace sonde::cli
