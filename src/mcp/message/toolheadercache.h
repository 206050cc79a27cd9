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

// Which arguments of each tool go into HTTP headers, and which tools must not be called over
// Streamable HTTP, from the tools/list responses (2026-07-28 server/tools, "x-mcp-header").
class ToolHeaderCache {
public:
    static constexpr std::size_t kMaxTools = 100'000; // with x-mcp-header, valid or not

    void store(const json::Value &result); // the result of tools/list
    // Of the newest list that contains the tool; empty for an unknown tool.
    const std::vector<ToolHeader> &headersOf(std::string_view tool) const;
    QString problemOf(std::string_view tool) const; // a sentence; empty: the tool may be called

private:
    std::unordered_map<std::string, Result<std::vector<ToolHeader>>> m_tools;
};

} // namespace sonde::mcp
