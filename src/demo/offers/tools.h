// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/call.h"
#include "demo/call/pages.h"
#include "demo/call/toolresult.h"
#include "demo/offers/arguments.h"
#include "demo/offers/stations.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::demo {

// The input schema of a tool without arguments.
inline constexpr std::string_view kNoArguments =
    R"({"type":"object","additionalProperties":false})";

// ToolAnnotations, with the specification's defaults.
struct Hints {
    bool readOnly = false;
    bool destructive = true;
    bool idempotent = false;
    bool openWorld = false;

    static constexpr Hints harmless() { return {true, false, true, false}; }
};

// A tool finishes the call, at once or later. It must check arguments.fit() first; the registry has
// checked that `arguments` is an object.
using ToolBody = std::function<void(Call &, Arguments &)>;

struct Tool {
    std::string name;
    std::string title;
    std::string description;
    std::string inputSchema;
    std::string outputSchema; // empty: none
    Hints hints;
    ToolBody body;
    std::string icon; // an SVG path, or empty
    // The eras in which the tool is offered.
    bool legacyOnly = false;
    bool modernOnly = false;
    bool asTask = false; // may run as a task
    std::string page{}; // of the app that shows its results (SEP-1865), or empty
};

// A parameter whose schema wants it in the head of the request as well (x-mcp-header).
struct MirroredParameter {
    std::string header; // behind "Mcp-Param-"
    std::vector<std::string> path; // of members, from the arguments
};

// tools/list and tools/call.
class Tools {
public:
    // `taskTools` may run as tasks.
    Tools(const ServerOptions &options, Stations &stations, std::vector<Tool> taskTools);

    // Offers these as well, behind the others.
    void add(std::vector<Tool> group);

    void list(Call &call) const;
    void call(Call &call) const;
    std::vector<MirroredParameter> mirroredParameters(std::string_view tool) const;

    // Ends the call the way the revision wants to hear of arguments that do not fit.
    static void rejectArguments(Call &call, const Arguments &arguments);

private:
    Pages m_pages;
    std::vector<Tool> m_tools;
};

// The groups, one file each.
std::vector<Tool> weatherTools();
std::vector<Tool> contentTools(const Stations &stations);
std::vector<Tool> stationTools(Stations &stations);
std::vector<Tool> exactTools();
std::vector<Tool> slowTools();
std::vector<Tool> inputTools();

} // namespace sonde::demo
