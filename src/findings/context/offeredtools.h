// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/message/toolheaders.h"
#include "schema/validator.h"
#include "trace/record/record.h"
#include "json/document.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::findings {

// The tools that a server has listed on a connection, as far as the recording shows them.
class OfferedTools {
public:
    static constexpr std::size_t kMaxTools = 10'000;
    static constexpr std::size_t kMaxDefinition = 256 * 1024; // bytes; a larger one is not kept

    struct Tool {
        trace::Number number = 0; // of the response that defines it
        Bytes text; // the definition
        bool hasOutputSchema = false;
        // Whether it is called as a task (2025-11-25 basic/utilities/tasks#tool-level-negotiation).
        enum class AsTask : std::uint8_t {
            Forbidden,
            Optional,
            Required
        } asTask = AsTask::Forbidden;

        // The validator of outputSchema or inputSchema; null if there is none that can be used.
        const schema::Validator *output() const { return validator("outputSchema", m_output); }
        const schema::Validator *input() const { return validator("inputSchema", m_input); }
        // Which arguments are repeated in headers (2026-07-28 server/tools, "x-mcp-header").
        const std::vector<mcp::ToolHeader> &headers() const;

    private:
        struct Compiled {
            bool tried = false;
            std::optional<schema::Validator> validator;
        };
        const schema::Validator *validator(const char *member, Compiled &compiled) const;
        mutable Compiled m_output;
        mutable Compiled m_input;
        mutable std::optional<std::vector<mcp::ToolHeader>> m_headers;
    };

    // Adds a page of tools/list; `isFirst`: its request had no cursor.
    void addPage(const json::Value &result, bool isFirst, trace::Number number);
    // The server has announced that its tools have changed: the list is no longer complete.
    void changed() { m_complete = false; }

    const Tool *find(std::string_view name) const;
    // The tool that shows the app of that URI (MCP Apps); null: none does.
    const Tool *ofApp(std::string_view uri) const;
    bool isComplete() const { return m_complete; } // all pages were seen
    std::uint32_t count() const { return static_cast<std::uint32_t>(m_tools.size()); }
    // The response with the last page; 0: none.
    trace::Number lastPage() const { return m_lastPage; }

private:
    std::map<std::string, Tool, std::less<>> m_tools;
    std::map<std::string, std::string, std::less<>> m_apps; // the tool's name by the app's URI
    bool m_complete = false;
    trace::Number m_lastPage = 0;
};

} // namespace sonde::findings
