// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/offers/tools.h"

#include "demo/call/serverinfo.h"
#include "json/builder.h"

#include <algorithm>

namespace sonde::demo {

namespace {

bool isOffered(const Tool &tool, const Features &features)
{
    return isModern(features.revision) ? !tool.legacyOnly : !tool.modernOnly;
}

std::string toolJson(const Tool &tool, const Features &features)
{
    json::Builder object;
    object.beginObject().member("name", tool.name);
    if (features.titles)
        object.member("title", tool.title);
    object.member("description", tool.description).rawMember("inputSchema", tool.inputSchema);
    if (features.structured && !tool.outputSchema.empty())
        object.rawMember("outputSchema", tool.outputSchema);
    if (features.toolHints) {
        object.key("annotations")
            .beginObject()
            .member("title", tool.title)
            .member("readOnlyHint", tool.hints.readOnly)
            .member("destructiveHint", tool.hints.destructive)
            .member("idempotentHint", tool.hints.idempotent)
            .member("openWorldHint", tool.hints.openWorld)
            .endObject();
    }
    if (features.coreTasks && tool.asTask)
        object.rawMember("execution", R"({"taskSupport":"optional"})");
    if (features.icons && !tool.icon.empty())
        object.rawMember("icons", iconsJson(tool.icon));
    if (!tool.page.empty()) {
        object.key("_meta").beginObject().key("ui").beginObject();
        object.member("resourceUri", tool.page).endObject().endObject();
    }
    object.endObject();
    return object.takeString();
}

// Only what is reached through `properties` counts.
void collectMirrored(const json::Value &schema, const std::vector<std::string> &path,
    std::vector<MirroredParameter> &found)
{
    for (const json::Value &property : schema["properties"]) {
        std::vector<std::string> place = path;
        place.push_back(property.key());
        if (const json::Value header = property["x-mcp-header"])
            found.push_back({header.text(), place});
        collectMirrored(property, place, found);
    }
}

} // namespace

Tools::Tools(const ServerOptions &options, Stations &stations, std::vector<Tool> taskTools)
    : m_pages(options)
{
    // 2026-07-28 server/tools: the order SHOULD be deterministic.
    add(weatherTools());
    add(contentTools(stations));
    add(stationTools(stations));
    add(exactTools());
    add(slowTools());
    add(std::move(taskTools));
    add(inputTools());
}

void Tools::add(std::vector<Tool> group)
{
    std::move(group.begin(), group.end(), std::back_inserter(m_tools));
}

std::vector<MirroredParameter> Tools::mirroredParameters(std::string_view name) const
{
    std::vector<MirroredParameter> found;
    const auto tool = std::find_if(
        m_tools.begin(), m_tools.end(), [name](const Tool &each) { return each.name == name; });
    if (tool == m_tools.end())
        return found;
    const auto schema = json::Document::parse(Bytes::copyOf(tool->inputSchema));
    collectMirrored(schema.root(), {}, found);
    return found;
}

void Tools::list(Call &call) const
{
    std::vector<std::string> entries;
    for (const Tool &tool : m_tools) {
        if (isOffered(tool, call.features()))
            entries.push_back(toolJson(tool, call.features()));
    }
    m_pages.respond(call, "tools", entries);
}

void Tools::call(Call &call) const
{
    const json::Value name = call.params()["name"];
    const auto found = std::find_if(m_tools.begin(), m_tools.end(), [&](const Tool &tool) {
        return name.equals(tool.name) && isOffered(tool, call.features());
    });
    if (found == m_tools.end())
        return call.fail(rpc::kInvalidParams, "There is no such tool.");
    Arguments arguments(call.params()["arguments"]);
    if (!arguments.fit())
        return call.fail(rpc::kInvalidParams, arguments.problem());
    found->body(call, arguments);
}

void Tools::rejectArguments(Call &call, const Arguments &arguments)
{
    // 2025-11-25 (SEP-1303): the model can fix its input only when it sees the reason.
    if (call.features().inputErrorsAreResults)
        call.finish(ToolResult(call.features()).text(arguments.problem()).error().json());
    else
        call.fail(rpc::kInvalidParams, arguments.problem());
}

} // namespace sonde::demo
