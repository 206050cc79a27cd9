// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace sonde::synthetic {

// An error response. Its texts are data for a client, and English in every language.
struct SyntheticError {
    int code = 0;
    std::string text{};
    std::string data{}; // JSON; empty: none
};

// What a request gets: the members of a result as a JSON object, or an error.
using Response = std::variant<std::string, SyntheticError>;

// What the revision of a client has.
struct SyntheticDialect {
    bool hasStructuredContent = false; // from 2025-06-18
    bool hasInputErrorResults = false; // from 2025-11-25, SEP-1303: wrong arguments are a result
};

// Made for a definition from a list of the server. The seed decides on every byte.
Response callResult(const json::Value &tool, const json::Value &arguments,
    const SyntheticDialect &dialect, std::uint64_t seed);
std::string readResult(const json::Value &resource, std::string_view uri, std::uint64_t seed);
Response promptResult(const json::Value &prompt, const json::Value &arguments, std::uint64_t seed);

} // namespace sonde::synthetic
