// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/offers/tools.h"

#include "demo/offers/barchart.h"
#include "demo/offers/resources.h"
#include "demo/offers/tone.h"
#include "json/builder.h"

namespace sonde::demo {

// One tool for each kind of content: image, audio, a link, an embedded resource.
namespace {

constexpr std::int64_t kMaxToneMilliseconds = 10'000;

void makeChart(Call &call, Arguments &arguments)
{
    std::vector<double> values;
    const json::Value given = arguments.value("values");
    if (!given.isArray() || given.count() == 0 || given.count() > kMaxBars)
        arguments.reject("values", "must be 1 to 40 numbers");
    for (const json::Value &value : given) {
        if (!value.isNumber())
            arguments.reject("values", "must contain only numbers");
        values.push_back(value.toDouble().value_or(0));
    }
    if (!arguments.fit())
        return Tools::rejectArguments(call, arguments);
    call.finish(ToolResult(call.features())
                    .text("A chart of " + std::to_string(values.size()) + " values")
                    .block(imageBlock(barChartPng(values), "image/png"))
                    .json());
}

void makeSound(Call &call, Arguments &arguments)
{
    const std::int64_t hertz = arguments.integer("hertz", 440, 20, 4000);
    const std::int64_t length = arguments.integer("milliseconds", 300, 1, kMaxToneMilliseconds);
    if (!arguments.fit())
        return Tools::rejectArguments(call, arguments);
    const std::string wav = toneWav(double(hertz), Milliseconds(length));
    call.finish(
        ToolResult(call.features()).block(audioBlock(call.features(), wav, "audio/wav")).json());
}

void getStation(Call &call, Arguments &arguments, const Stations &stations)
{
    const std::string_view id = arguments.requiredBigInteger("station");
    if (!arguments.fit())
        return Tools::rejectArguments(call, arguments);
    const Station *station = stations.find(id);
    if (!station) {
        return call.finish(
            ToolResult(call.features()).text("There is no such station.").error().json());
    }
    const std::string entry = Resources::stationEntry(call.features(), *station);
    call.finish(ToolResult(call.features())
                    .text(station->name + " in " + station->city)
                    .block(linkBlock(call.features(), station->uri(), entry))
                    .json());
}

void getAlerts(Call &call, Arguments &arguments)
{
    const std::string city = arguments.text("city", "Reykjavík");
    if (!arguments.fit())
        return Tools::rejectArguments(call, arguments);
    json::Builder contents;
    contents.beginObject()
        .member("uri", "demo://alerts/today")
        .member("mimeType", "text/plain")
        .member("text", city + ": gale warning until 18:00")
        .endObject();
    call.finish(ToolResult(call.features())
                    .text("1 alert")
                    .block(embeddedBlock(call.features(), contents.view(), "2026-07-28T06:00:00Z"))
                    .json());
}

void failOnPurpose(Call &call, Arguments &arguments)
{
    const std::string how = arguments.choice("how", {"tool", "protocol"}, "tool");
    const std::string message = arguments.text("message", "This tool fails on purpose.");
    if (!arguments.fit())
        return Tools::rejectArguments(call, arguments);
    if (how == "protocol")
        return call.fail(rpc::kInternalError, message, R"({"onPurpose":true})");
    call.finish(ToolResult(call.features()).text(message).error().json());
}

} // namespace

std::vector<Tool> contentTools(const Stations &stations)
{
    return {
        {"get_station", "Station", "A link to the resource of a station.",
            R"({"type":"object","properties":{"station":{"type":"integer",)"
            R"("description":"A station's id","examples":[9007199254740993]}},)"
            R"("required":["station"]})",
            {}, Hints::harmless(),
            [&stations](
                Call &call, Arguments &arguments) { getStation(call, arguments, stations); },
            {}},
        {"get_alerts", "Alerts",
            "Today's alerts, as an embedded resource. The city also goes into an HTTP header.",
            R"({"type":"object","properties":{"city":{"type":"string","default":"Reykjavík",)"
            R"("description":"Whose alerts","x-mcp-header":"City"}}})",
            {}, Hints::harmless(), getAlerts, {}},
        {"make_chart", "Bar chart", "Draws numbers as a PNG image.",
            R"({"type":"object","properties":{"values":{"type":"array",)"
            R"("description":"One bar each","items":{"type":"number"},"minItems":1,"maxItems":40,)"
            R"("default":[3,5,2,8,6,7,4]}},"required":["values"]})",
            {}, Hints::harmless(), makeChart, "M2 14h12M4 12V8M8 12V3M12 12V6", false, false, false,
            std::string(Resources::kChartPage)},
        {"make_sound", "Tone", "Makes a sine tone as a WAV file.",
            R"({"type":"object","properties":{)"
            R"("hertz":{"type":"integer","minimum":20,"maximum":4000,"default":440,)"
            R"("description":"Height of the tone"},)"
            R"("milliseconds":{"type":"integer","minimum":1,"maximum":10000,"default":300,)"
            R"("description":"Length of the tone"}}})",
            {}, Hints::harmless(), makeSound, {}},
        {"fail", "Failure", "Fails: as a tool, or as a JSON-RPC error.",
            R"({"type":"object","properties":{)"
            R"("how":{"type":"string","enum":["tool","protocol"],"default":"tool",)"
            R"("description":"Where the error is"},)"
            R"("message":{"type":"string","description":"What the error says"}}})",
            {}, Hints::harmless(), failOnPurpose, {}},
    };
}

} // namespace sonde::demo
