// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "fanout/fanresult.h"
#include "json/document.h"

namespace sonde::fanout {

// What is compared of a response: an object with a member "result" or "error".
json::Document comparedResponse(const FanResult &result);
// 2026-07-28 schema: every result has a resultType, and one that may be cached says for how long.
// Earlier revisions have neither, and mean "complete".
bool isOfOtherEra(const FanResult &first, const FanResult &result);
bool isOnlyOfModernEra(const QString &pointer);
// Compares the responses with the first one. Results are compared as JSON, without _meta, JSON in
// texts as that JSON; paths begin with /result or /error.
void compareResponses(FanResults &results);
// Whether there are responses in all columns, and none differs.
bool areEqual(const FanResults &results);

} // namespace sonde::fanout
