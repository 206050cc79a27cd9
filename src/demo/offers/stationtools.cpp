// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/offers/tools.h"

namespace sonde::demo {

// Tools that change something, so that their annotations mean something.
namespace {

void finishChange(Call &call, bool found, std::string_view done)
{
    ToolResult result(call.features());
    if (found)
        call.finish(result.text(done).json());
    else
        call.finish(result.text("There is no such station.").error().json());
}

void renameStation(Call &call, Arguments &arguments, Stations &stations)
{
    const std::string_view id = arguments.requiredBigInteger("station");
    const std::string name = arguments.requiredText("name");
    if (!arguments.fit())
        return Tools::rejectArguments(call, arguments);
    finishChange(call, stations.rename(id, name), "The station is called " + name + " now.");
}

void deleteStation(Call &call, Arguments &arguments, Stations &stations)
{
    const std::string_view id = arguments.requiredBigInteger("station");
    if (!arguments.fit())
        return Tools::rejectArguments(call, arguments);
    finishChange(call, stations.remove(id), "The station is deleted until the server restarts.");
}

} // namespace

std::vector<Tool> stationTools(Stations &stations)
{
    return {
        {"station_rename", "Rename a station", "Changes the name of a station.",
            R"({"type":"object","properties":{"station":{"type":"integer",)"
            R"("description":"A station's id"},)"
            R"("name":{"type":"string","minLength":1,"description":"The new name"}},)"
            R"("required":["station","name"]})",
            {}, {.readOnly = false, .destructive = false, .idempotent = true, .openWorld = false},
            [&stations](
                Call &call, Arguments &arguments) { renameStation(call, arguments, stations); },
            {}},
        {"station_delete", "Delete a station", "Deletes a station.",
            R"({"type":"object","properties":{"station":{"type":"integer",)"
            R"("description":"A station's id"}},)"
            R"("required":["station"]})",
            {}, {.readOnly = false, .destructive = true, .idempotent = false, .openWorld = false},
            [&stations](
                Call &call, Arguments &arguments) { deleteStation(call, arguments, stations); },
            {}},
    };
}

} // namespace sonde::demo
