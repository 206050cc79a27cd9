// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/offers/tools.h"

#include "json/builder.h"

#include <array>

namespace sonde::demo {

namespace {

constexpr Milliseconds kResponseDelay{2};
constexpr Milliseconds kTimeForOneDay{13};
constexpr std::int64_t kMaxDays = 7;

// Numbers as they are to appear on the wire: -0, 1.0 and 2.25 are not the same as 0, 1 and 2.3.
struct Day {
    std::string_view minC, maxC, minF, maxF, sky;
};
constexpr std::array<Day, kMaxDays> kDays{{
    {"-1.0", "4.0", "30.2", "39.2", "light rain"},
    {"-3.5", "1.0", "25.7", "33.8", "snow"},
    {"-0", "2.25", "32.0", "36.05", "clouds"},
    {"1.0", "5.5", "33.80", "41.9", "clouds"},
    {"2.0", "6.0", "35.6", "42.8", "sun"},
    {"0.5", "1e0", "32.9", "33.8", "fog"},
    {"-12.125", "-4.0", "10.175", "24.8", "sun"},
}};

constexpr std::string_view kInputSchema =
    R"({"type":"object","properties":{)"
    R"("city":{"type":"string","minLength":1,"description":"All have the same weather"},)"
    R"("days":{"type":"integer","minimum":1,"maximum":7,"default":3,)"
    R"("description":"From today on"},)"
    R"("units":{"type":"string","enum":["metric","imperial"],"default":"metric",)"
    R"("description":"Of temperature and wind"},)"
    R"("station":{"type":"integer","description":"A station's id; may be beyond 2^53"},)"
    R"("note":{"type":"string","description":"Comes back as it is"}},)"
    R"("required":["city"],"additionalProperties":false})";

constexpr std::string_view kOutputSchema =
    R"({"type":"object","properties":{)"
    R"("city":{"type":"string"},)"
    R"("days":{"type":"array","items":{"type":"object","properties":{)"
    R"("day":{"type":"integer"},"min":{"type":"number"},"max":{"type":"number"},)"
    R"("sky":{"type":"string"}},"required":["day","min","max","sky"]}},)"
    R"("station":{"type":"integer"},"note":{"type":"string"}},)"
    R"("required":["city","days"]})";

struct Forecast {
    std::string city;
    std::int64_t days = 0;
    bool metric = true;
    std::string station; // the number's text
    std::string note; // JSON text, or empty

    std::string_view min(const Day &day) const { return metric ? day.minC : day.minF; }
    std::string_view max(const Day &day) const { return metric ? day.maxC : day.maxF; }
    std::string_view unit() const { return metric ? " °C, " : " °F, "; }
};

std::string structured(const Forecast &forecast)
{
    json::Builder object;
    object.beginObject().member("city", forecast.city).key("days").beginArray();
    for (std::int64_t i = 0; i < forecast.days; ++i) {
        const Day &day = kDays[std::size_t(i)];
        object.beginObject()
            .member("day", i + 1)
            .rawMember("min", forecast.min(day))
            .rawMember("max", forecast.max(day))
            .member("sky", day.sky)
            .endObject();
    }
    object.endArray();
    if (!forecast.station.empty())
        object.rawMember("station", forecast.station);
    if (!forecast.note.empty())
        object.rawMember("note", forecast.note);
    object.endObject();
    return object.takeString();
}

std::string sentence(const Forecast &forecast)
{
    std::string text = forecast.city + ':';
    for (std::int64_t i = 0; i < forecast.days; ++i) {
        const Day &day = kDays[std::size_t(i)];
        text += (i == 0 ? " " : "; ") + std::string(forecast.max(day))
            + std::string(forecast.unit()) + std::string(day.sky);
    }
    return text;
}

void finish(Call &call, const Forecast &forecast)
{
    call.finish(ToolResult(call.features())
                    .text(sentence(forecast))
                    .structured(structured(forecast))
                    .json());
}

void step(Call &call, const Forecast &forecast, std::int64_t done)
{
    if (done > 0)
        call.progress(done, forecast.days,
            "day " + std::to_string(done) + " of " + std::to_string(forecast.days));
    // Not in the same breath as the last progress: some clients would drop that one.
    if (done == forecast.days)
        call.after(kResponseDelay, [forecast](Call &later) { finish(later, forecast); });
    else
        call.after(kTimeForOneDay, [=](Call &later) { step(later, forecast, done + 1); });
}

void getWeather(Call &call, Arguments &arguments)
{
    Forecast forecast;
    forecast.city = arguments.requiredText("city");
    forecast.days = arguments.integer("days", 3, 1, kMaxDays);
    forecast.metric = arguments.choice("units", {"metric", "imperial"}, "metric") == "metric";
    forecast.station = arguments.bigInteger("station");
    arguments.text("note", {});
    if (!arguments.fit())
        return Tools::rejectArguments(call, arguments);
    if (const json::Value note = arguments.value("note"))
        forecast.note = note.raw();
    call.remark("[weather] cache miss for " + json::quoted(forecast.city));
    step(call, forecast, 0);
}

} // namespace

std::vector<Tool> weatherTools()
{
    return {{"get_weather", "Weather forecast",
        "Forecast for a city, up to 7 days. Reports progress per day.", std::string(kInputSchema),
        std::string(kOutputSchema), Hints::harmless(), getWeather,
        "M8 1v2M8 13v2M1 8h2M13 8h2M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6"}};
}

} // namespace sonde::demo
