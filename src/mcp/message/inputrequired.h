// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "json/value.h"

#include <string>
#include <string_view>
#include <vector>

// 2026-07-28 basic/patterns/mrtr: a server that needs something from the client responds with what
// it needs, and the request is sent once more with the responses.
namespace sonde::mcp {

// One of the inputRequests of a result: {"method":"elicitation/create","params":{…}}.
struct InputRequest {
    std::string key; // the name of its response
    json::Value request;
};

// Whether a result asks for input. With a requestState but no inputRequests, the request may be
// sent again at once.
bool isInputRequired(const json::Value &result);
std::vector<InputRequest> inputRequests(const json::Value &result);

// How the requestState of a server is sent back. Only AsGiven conforms (2026-07-28
// basic/patterns/mrtr: the client MUST NOT change it); the others test how the server reacts.
struct StateEcho {
    enum class Mode : std::uint8_t { AsGiven, Changed, Dropped };
    Mode mode = Mode::AsGiven;
    std::string changed{}; // JSON text that is sent instead
};

// The params of the request that continues after `result`: the params `given`, with `responses` (a
// JSON object of the responses by key; empty: none) and the requestState of `result`, byte for
// byte. Responses and state of an earlier round are removed from `given`.
Result<Bytes> continuedParams(std::string_view given, const json::Value &result,
    std::string_view responses, const StateEcho &echo = {});

} // namespace sonde::mcp
