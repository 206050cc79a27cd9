// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "mcp/message/toolheaders.h"
#include "json/value.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sonde::mcp {

// Remembers from every tools/list answer which arguments go into headers, and which tools must not
// be used over Streamable HTTP (2026-07-28 server/tools, "x-mcp-header").
class ToolHeaderCache {
public:
    static constexpr std::size_t kMaxTools = 100'000; // with annotations, or invalid

    void store(const json::Value &result); // of tools/list
    // What the newest list that has the tool said; no headers for an unknown one.
    const std::vector<ToolHeader> &headersOf(std::string_view tool) const;
    QString problemOf(std::string_view tool) const; // empty: it may be used

private:
    std::unordered_map<std::string, Result<std::vector<ToolHeader>>> m_tools;
};

} // namespace sonde::mcp
