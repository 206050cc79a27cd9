// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/features.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::agent {

enum class ToolId : std::uint8_t {
    Connect,
    List,
    Call,
    Respond,
    Restart,
    Diff,
    Process,
    Replay,
    Export,
    Trace,
    Message,
    Findings,
    Logs,
    Disconnect,
    Doctor,
};

// A tool for coding agents, from resources/agent-tools.json. Its texts are part of the protocol and
// English in every language: a model reads them.
struct AgentTool {
    ToolId id = ToolId::Connect;
    std::string name;
    std::string title;
    std::string description;
    std::string inputSchema; // one line
    std::string outputSchema; // likewise
    bool isReadOnly = false; // only looks at what is recorded, or lists
    bool isOpenWorld = false; // reaches the server that is inspected
};

const std::vector<AgentTool> &tools();
const AgentTool *findTool(std::string_view name); // nullptr: there is none

// Its entry in tools/list, in the words of a revision.
std::string definitionOf(const AgentTool &tool, const demo::Features &features);

} // namespace sonde::agent
