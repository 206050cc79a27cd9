// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/window/commandpalette.h"

#include <vector>

namespace sonde::widgets {
class CatalogPanel;
class ToolsPanel;
} // namespace sonde::widgets

namespace sonde::app {

class Actions;
class Workspace;

// What the command palette offers now: the enabled actions, the servers, what the current server
// offers, and the tools of other connected servers.
class PaletteEntries {
public:
    using Entries = std::vector<widgets::CommandPalette::Entry>;

    static constexpr int kMaxOfOneList = 5000; // more belongs into the filter of the list

    PaletteEntries(Workspace &workspace, const Actions &actions)
        : m_workspace(workspace)
        , m_actions(actions)
    {
    }

    // Everything there is.
    void addAll(widgets::ToolsPanel &tools, widgets::CatalogPanel &resources,
        widgets::CatalogPanel &prompts);
    void addActions();
    void addHelp();
    void addServers();
    void addCatalog(widgets::CatalogPanel &panel);
    // Of servers whose tools are listed already: nothing is sent.
    void addToolsOfOthers(widgets::ToolsPanel &tools);
    void addSavedCalls(widgets::ToolsPanel &tools);
    Entries result() && { return std::move(m_entries); }

private:
    Workspace &m_workspace;
    const Actions &m_actions;
    Entries m_entries;
};

} // namespace sonde::app
