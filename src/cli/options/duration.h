// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QStringView>

#include <chrono>

namespace sonde::cli {

inline constexpr std::chrono::milliseconds kLongestTimeout = std::chrono::hours(24);

// "500ms", "2s", "1.5s", "3m". The error names the option that it is of.
Result<std::chrono::milliseconds> parseDuration(
    QStringView text, const QString &option = QStringLiteral("--timeout"));

} // namespace sonde::cli
