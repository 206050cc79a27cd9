// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/transfer/importfeed.h"
#include "json/document.h"

#include <stop_token>

namespace sonde::trace {

// Logs of other programs; see importTrace(). Each fails with the line or the entry that is wrong.
Result<void> importSnoopLog(std::string_view text, ImportFeed &feed, const std::stop_token &stop);
Result<void> importInspectorHistory(
    const json::Value &root, ImportFeed &feed, const std::stop_token &stop);
Result<void> importDesktopLog(std::string_view text, ImportFeed &feed, const std::stop_token &stop);

// Whether the first line of a text is one of such a log.
bool isSnoopLine(const json::Value &line);
bool isDesktopLine(std::string_view line);

// Takes the first line off a text, without its end.
std::string_view nextLine(std::string_view &text);

} // namespace sonde::trace
