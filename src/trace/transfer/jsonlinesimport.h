// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QString>

#include <stop_token>
#include <string_view>

namespace sonde::trace {

inline constexpr std::int64_t kMaxImport = std::int64_t(1) << 30; // bytes of a file

// Makes a new session file at `path` out of JSON Lines as exportJsonLines() writes them. Messages
// are numbered anew from 1 on; what refers to a message that is not there refers to none. Fails
// with the line when something is wrong, and leaves no file behind then.
Result<void> importJsonLines(
    std::string_view text, const QString &path, const std::stop_token &stop = {});

} // namespace sonde::trace
