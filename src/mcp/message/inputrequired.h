// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "json/value.h"

#include <string>
#include <string_view>
#include <vector>

// 2026-07-28 basic/patterns/mrtr: a server that needs something from the client answers with what
// it needs, and the request is sent once more with the answers.
namespace sonde::mcp {

// One of the questions in a result: {"method":"elicitation/create","params":{…}}.
struct InputRequest {
    std::string key; // the answer's name
    json::Value request;
};

// Whether a result asks for input. Without questions (a state only) it may be sent once more at
// once.
bool isInputRequired(const json::Value &result);
std::vector<InputRequest> inputRequests(const json::Value &result);

// What becomes of the state a server gave. Anything but its own bytes is against the rules
// (2026-07-28 basic/patterns/mrtr: the client MUST NOT change it) and shows how a server takes it.
struct StateEcho {
    enum class Mode : std::uint8_t { AsGiven, Changed, Dropped };
    Mode mode = Mode::AsGiven;
    std::string changed{}; // JSON text, in its place
};

// The params of the request that goes on after `result`: those that were given first, with
// `responses` (a JSON object of the answers by key; empty: none) and the state, byte for byte as
// the server wrote it; without a state when it gave none. What an earlier round left in `given`
// does not stay: each round carries its own.
Result<Bytes> continuedParams(std::string_view given, const json::Value &result,
    std::string_view responses, const StateEcho &echo = {});

} // namespace sonde::mcp
