// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QString>

#include <stop_token>
#include <string_view>

namespace sonde::trace {

// Bytes of a file that has to be read as one JSON text.
inline constexpr std::size_t kMaxImportedText = std::size_t(256) << 20;

// Makes a new session file at `path` out of what another program has noted. What it is, the text
// itself says:
//  - Sonde's JSON Lines, see importJsonLines();
//  - HAR 1.2; heads are put together from the headers it lists;
//  - sessions of mcpsnoop (a JSON object a line, with "direction" and "raw" or "text");
//  - the history that the MCP Inspector exports (an array of objects with "direction" and
//    "message"); answers that stand inside their requests come out again;
//  - logs of Claude Desktop, mcp.log and mcp-server-NAME.log.
// Fails with what is wrong, and leaves no file behind then; so it does when it is stopped.
Result<void> importTrace(
    std::string_view text, const QString &path, const std::stop_token &stop = {});

} // namespace sonde::trace
