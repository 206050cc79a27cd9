// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/transfer/importfeed.h"
#include "json/document.h"

#include <stop_token>

namespace sonde::trace {

// Imports logs of other programs; see importTrace(). Each fails with the invalid line or entry.
Result<void> importSnoopLog(std::string_view text, ImportFeed &feed, const std::stop_token &stop);
Result<void> importInspectorHistory(
    const json::Value &root, ImportFeed &feed, const std::stop_token &stop);
Result<void> importDesktopLog(std::string_view text, ImportFeed &feed, const std::stop_token &stop);

// Whether this is the first line of an mcpsnoop session.
bool isSnoopLine(const json::Value &line);
bool isDesktopLine(std::string_view line);

// Removes the first line from a text and returns it without its line end.
std::string_view nextLine(std::string_view &text);

} // namespace sonde::trace
