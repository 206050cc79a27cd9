// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QString>

#include <stop_token>
#include <string_view>

namespace sonde::trace {

// Size limit of a file that is read as one JSON text.
inline constexpr std::size_t kMaxImportedText = std::size_t(256) << 20;

// Creates a session file at `path` from a log of another program. The format is detected from the
// text:
//  - Sonde's JSON Lines, see importJsonLines();
//  - HAR 1.2; request and status lines are rebuilt from the listed headers;
//  - sessions of mcpsnoop (a JSON object per line, with "direction" and "raw" or "text");
//  - the history that the MCP Inspector exports (an array of objects with "direction" and
//    "message"); responses inside their requests become messages of their own;
//  - the network log that the MCP Inspector exports (an array of objects with "url" and
//    "timestamp");
//  - logs of Claude Desktop, mcp.log and mcp-server-NAME.log.
// On an error, or when stopped, it fails with the reason and leaves no file behind.
Result<void> importTrace(
    std::string_view text, const QString &path, const std::stop_token &stop = {});

} // namespace sonde::trace
