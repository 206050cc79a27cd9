// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QString>

#include <stop_token>
#include <string_view>

namespace sonde::trace {

inline constexpr std::int64_t kMaxImport = std::int64_t(1) << 30; // bytes of a file

// Creates a session file at `path` from JSON Lines as exportJsonLines() writes them. Messages are
// renumbered from 1; a reference to a missing message is dropped. On an error it fails with the
// line and leaves no file behind.
Result<void> importJsonLines(
    std::string_view text, const QString &path, const std::stop_token &stop = {});

} // namespace sonde::trace
