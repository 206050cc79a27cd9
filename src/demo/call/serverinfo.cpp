// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/call/serverinfo.h"

#include "demo/call/toolresult.h"
#include "json/builder.h"

namespace sonde::demo {

const char *const kInstructions =
    "A server for demonstrations. Call get_weather to see progress and structured content, echo to "
    "see that numbers keep their text, summarize, confirm_address and list_roots to receive server "
    "requests, slow_count to have a call to cancel. Subscribe to demo://pulse to see a resource "
    "change.";

std::string serverInfo(const Features &features, Detail detail)
{
    json::Builder info;
    info.beginObject().member("name", "sonde-demo-server");
    if (features.titles)
        info.member("title", "Sonde demo server");
    info.member("version", SONDE_VERSION);
    if (features.icons && detail == Detail::Full) {
        info.member("description", "Tools, resources and prompts of every kind")
            .rawMember("icons", iconsJson("M8 1v9M4 6l4 4 4-4M3 14h10"));
    }
    info.endObject();
    return info.takeString();
}

std::string iconsJson(std::string_view svgPath)
{
    const std::string svg =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' "
        "stroke='gray'><path d='"
        + std::string(svgPath) + "'/></svg>";
    json::Builder icons;
    icons.beginArray()
        .beginObject()
        .member("src", "data:image/svg+xml;base64," + base64(svg))
        .member("mimeType", "image/svg+xml")
        .key("sizes")
        .beginArray()
        .string(std::string_view("any"))
        .endArray()
        .endObject()
        .endArray();
    return icons.takeString();
}

} // namespace sonde::demo
