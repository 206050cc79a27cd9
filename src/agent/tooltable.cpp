// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/tooltable.h"

#include "json/builder.h"
#include "json/document.h"
#include "json/singleline.h"

#include <QFile>

#include <algorithm>
#include <array>
#include <utility>

// A static library registers its resources only when they are named. Outside of any namespace, as
// Qt requires.
static void registerTools()
{
    Q_INIT_RESOURCE(agent);
}

namespace sonde::agent {

namespace {

using Named = std::pair<std::string_view, ToolId>;
constexpr std::array kIds = {Named{"connect", ToolId::Connect}, Named{"list", ToolId::List},
    Named{"call", ToolId::Call}, Named{"respond", ToolId::Respond},
    Named{"restart", ToolId::Restart}, Named{"diff", ToolId::Diff},
    Named{"process", ToolId::Process}, Named{"replay", ToolId::Replay},
    Named{"export", ToolId::Export}, Named{"trace", ToolId::Trace},
    Named{"message", ToolId::Message}, Named{"findings", ToolId::Findings},
    Named{"logs", ToolId::Logs}, Named{"disconnect", ToolId::Disconnect},
    Named{"doctor", ToolId::Doctor}};

std::vector<AgentTool> read()
{
    registerTools();
    QFile file(QStringLiteral(":/sonde/agent-tools.json"));
    (void)file.open(QIODevice::ReadOnly);
    const auto document = json::Document::parse(Bytes::fromByteArray(file.readAll()));
    std::vector<AgentTool> read;
    for (const json::Value entry : document.root()) {
        AgentTool tool;
        tool.name = entry["name"].text();
        // tst_agenttools proves that each of them is found.
        for (const auto &[name, id] : kIds) {
            if (name == tool.name)
                tool.id = id;
        }
        tool.title = entry["title"].text();
        tool.description = entry["description"].text();
        tool.inputSchema = json::singleLine(entry["inputSchema"].raw());
        tool.outputSchema = json::singleLine(entry["outputSchema"].raw());
        tool.isReadOnly = entry["readOnly"].toBool().value_or(false);
        tool.isOpenWorld = entry["openWorld"].toBool().value_or(false);
        read.push_back(std::move(tool));
    }
    return read;
}

} // namespace

const std::vector<AgentTool> &tools()
{
    static const std::vector<AgentTool> all = read();
    return all;
}

const AgentTool *findTool(std::string_view name)
{
    const auto found = std::find_if(tools().begin(), tools().end(),
        [name](const AgentTool &tool) { return tool.name == name; });
    return found == tools().end() ? nullptr : &*found;
}

std::string definitionOf(const AgentTool &tool, const demo::Features &features)
{
    json::Builder object;
    object.beginObject().member("name", tool.name);
    if (features.titles)
        object.member("title", tool.title);
    object.member("description", tool.description).rawMember("inputSchema", tool.inputSchema);
    if (features.structured)
        object.rawMember("outputSchema", tool.outputSchema);
    if (features.toolHints) {
        object.key("annotations").beginObject();
        if (!features.titles)
            object.member("title", tool.title);
        object.member("readOnlyHint", tool.isReadOnly);
        // What may be destructive is confirmed by the person, call by call. 2025-11-25 schema,
        // ToolAnnotations: says nothing of what only reads.
        if (!tool.isReadOnly)
            object.member("destructiveHint", tool.id == ToolId::Call || tool.id == ToolId::Replay);
        object.member("openWorldHint", tool.isOpenWorld).endObject();
    }
    object.endObject();
    return object.takeString();
}

} // namespace sonde::agent
