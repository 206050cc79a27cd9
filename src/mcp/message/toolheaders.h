// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "wire/http/httpmessage.h"
#include "json/value.h"

#include <QByteArray>

#include <string>
#include <vector>

namespace sonde::mcp {

// An argument that is repeated in an HTTP header (2026-07-28 server/tools, "x-mcp-header").
struct ToolHeader {
    enum class Type : std::uint8_t { String, Integer, Boolean };
    QByteArray name; // as annotated; the header is called Mcp-Param-<name>
    std::vector<std::string> path; // the keys that lead to it from `arguments`, UTF-8
    Type type = Type::String;
};

// The annotated properties of a tool's inputSchema, in its order. An annotation that breaks a rule
// makes the whole tool invalid over Streamable HTTP: the error (Domain::Protocol) says which and
// why.
Result<std::vector<ToolHeader>> readToolHeaders(const json::Value &inputSchema);

// The headers of a tools/call. No header for an argument that is absent or null, nor for one that
// is an object, an array, or a number that is no integer within ±(2^53−1).
std::vector<wire::HttpHeader> toolHeaderFields(
    const std::vector<ToolHeader> &headers, const json::Value &arguments);

} // namespace sonde::mcp
