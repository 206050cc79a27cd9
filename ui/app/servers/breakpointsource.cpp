// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/servers/breakpointsource.h"

#include "app/workspace/taps.h"
#include "app/workspace/workspace.h"
#include "models/trace/filterwords.h"
#include "models/trace/tracemodel.h"
#include "session/catalog/toolstore.h"
#include "session/connection/observation.h"
#include "widgets/tap/breakpointspanel.h"

#include <algorithm>

namespace sonde::app {

namespace {

// As far as the list of the tools was loaded.
const mcp::Listing *toolsOf(Workspace &workspace, const QString &name)
{
    if (const session::Observation *const observation = workspace.taps().find(name))
        return &observation->list(models::CatalogKind::Tool);
    mcp::Client *const client = workspace.client(name);
    const auto *const store = client ? session::ToolStore::known(client) : nullptr;
    return store ? &store->listing() : nullptr;
}

std::shared_ptr<const json::Document> inputSchemaOf(
    Workspace &workspace, const QString &name, const std::string &tool)
{
    const mcp::Listing *const tools = toolsOf(workspace, name);
    if (!tools)
        return nullptr;
    const auto found = std::find_if(tools->items.begin(), tools->items.end(),
        [&tool](const mcp::ListItem &item) { return item.value()["name"].equals(tool); });
    if (found == tools->items.end() || !found->value()["inputSchema"])
        return nullptr;
    return std::make_shared<json::Document>(
        json::Document::parse(found->value()["inputSchema"].raw()));
}

} // namespace

widgets::BreakpointsPanel *makeBreakpointsPanel(
    Workspace &workspace, const models::TraceModel &trace, QWidget *parent)
{
    return new widgets::BreakpointsPanel(
        {[&workspace](const QString &name) { return workspace.breakpoints(name); },
            [&trace] { return models::filterWords(trace); },
            [&workspace](const QString &name, const std::string &tool) {
                return inputSchemaOf(workspace, name, tool);
            }},
        parent);
}

} // namespace sonde::app
