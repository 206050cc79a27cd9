// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mock/mockscript.h"

#include <functional>

namespace sonde::mock {

// Where the message of an event in this exchange has values of its conversation: ids, progress
// tokens and subscription ids, which repeat the id of a request.
std::vector<LiveValue> liveValues(
    EventKind kind, const json::Document &message, const ScriptedExchange &exchange);

// The line of an event with other values, each given as JSON text. Line ends between tokens, which
// a message of HTTP may have, become blanks, because one on stdio must not have any (2025-11-25
// basic/transports#stdio).
Bytes withLiveValues(
    const Event &event, const std::function<std::string(const LiveValue &)> &valueOf);

} // namespace sonde::mock
