// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/transfer/importfeed.h"
#include "json/document.h"

#include <stop_token>

namespace sonde::trace {

// Imports the entries of HAR 1.2 in order of their start times. Fails at an invalid entry.
Result<void> importHar(const json::Value &root, ImportFeed &feed, const std::stop_token &stop);

// Imports the network log that the MCP Inspector exports: an array of objects with "timestamp",
// "method", "url", "requestHeaders", "requestBody", "responseStatus", "responseStatusText",
// "responseHeaders", "responseBody", "duration" in milliseconds and "error".
Result<void> importInspectorNetwork(
    const json::Value &root, ImportFeed &feed, const std::stop_token &stop);

} // namespace sonde::trace
