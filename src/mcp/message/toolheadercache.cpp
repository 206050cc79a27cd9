// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/message/toolheadercache.h"

namespace sonde::mcp {

void ToolHeaderCache::store(const json::Value &result)
{
    for (const json::Value tool : result["tools"]) {
        const auto name = tool["name"].toString().toStdString();
        auto headers = readToolHeaders(tool["inputSchema"]);
        m_tools.erase(name);
        if ((!headers.ok() || !headers->empty()) && m_tools.size() < kMaxTools)
            m_tools.emplace(name, std::move(headers));
    }
}

const std::vector<ToolHeader> &ToolHeaderCache::headersOf(std::string_view tool) const
{
    static const std::vector<ToolHeader> none;
    const auto at = m_tools.find(std::string(tool));
    return at == m_tools.end() || !at->second.ok() ? none : at->second.value();
}

QString ToolHeaderCache::problemOf(std::string_view tool) const
{
    const auto at = m_tools.find(std::string(tool));
    return at == m_tools.end() || at->second.ok() ? QString() : at->second.error().sentence;
}

} // namespace sonde::mcp
