// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "fanout/fanresult.h"

namespace sonde::fanout {

// Compares the responses with the first one. Results are compared as JSON, without _meta, JSON in
// texts as that JSON; paths begin with /result or /error.
void compareResponses(FanResults &results);
// Whether there are responses in all columns, and none differs.
bool areEqual(const FanResults &results);

} // namespace sonde::fanout
