// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/offers/resources.h"

#include "demo/call/serverinfo.h"
#include "demo/call/toolresult.h"
#include "demo/offers/barchart.h"
#include "json/builder.h"

#include <algorithm>

namespace sonde::demo {

namespace {

constexpr std::string_view kAboutUri = "demo://about";
constexpr std::string_view kChartUri = "demo://chart.png";
constexpr std::string_view kStationTemplate = "demo://stations/{id}";
constexpr std::string_view kForecastTemplate = "demo://forecast/{city}/{station}";
constexpr std::string_view kForecastPrefix = "demo://forecast/";
constexpr Milliseconds kStaticTtl{3'600'000};

constexpr std::string_view kAbout =
    R"(# The demo server

It exists to be looked at:

- `demo://chart.png` is binary,
- `demo://pulse` changes every second,
- `demo://stations/{id}` is a template, and *completion* knows the ids.

| city | station |
|---|---|
| Reykjavík | 9007199254740993 |
| Oulu | 17 |
)";

constexpr std::string_view kChartHtml =
    "<!doctype html><title>Bar chart</title><p>A host with apps shows the chart here.</p>";

struct Entry {
    std::string_view uri;
    std::string_view name;
    std::string_view title;
    std::string_view description;
    std::string_view mimeType;
    std::string_view uriMember = "uri";
    std::string_view icon = {};
};

std::string entryJson(const Features &features, const Entry &entry)
{
    json::Builder object;
    object.beginObject().member(entry.uriMember, entry.uri).member("name", entry.name);
    if (features.titles)
        object.member("title", entry.title);
    object.member("description", entry.description).member("mimeType", entry.mimeType);
    if (features.icons && !entry.icon.empty())
        object.rawMember("icons", iconsJson(entry.icon));
    object.endObject();
    return object.takeString();
}

void finishRead(Call &call, std::string_view contents, Milliseconds ttl)
{
    call.finish("{\"contents\":[" + std::string(contents) + "]}", Freshness{ttl, true});
}

const Station *stationAt(const Stations &stations, std::string_view uri)
{
    constexpr std::string_view kPrefix = "demo://stations/";
    return uri.starts_with(kPrefix) ? stations.find(uri.substr(kPrefix.size())) : nullptr;
}

// demo://forecast/{city}/{station}; the city is not decoded, its station says where it is.
const Station *forecastAt(const Stations &stations, std::string_view uri)
{
    if (!uri.starts_with(kForecastPrefix))
        return nullptr;
    const std::size_t slash = uri.find('/', kForecastPrefix.size());
    return slash == std::string_view::npos ? nullptr : stations.find(uri.substr(slash + 1));
}

} // namespace

Resources::Resources(const ServerOptions &options, const Stations &stations)
    : m_pages(options)
    , m_stations(stations)
{
}

void Resources::add(std::vector<Resource> group)
{
    std::move(group.begin(), group.end(), std::back_inserter(m_added));
}

std::string Resources::textContents(
    std::string_view uri, std::string_view mimeType, std::string_view text)
{
    json::Builder object;
    object.beginObject()
        .member("uri", uri)
        .member("mimeType", mimeType)
        .member("text", text)
        .endObject();
    return object.takeString();
}

std::string Resources::stationEntry(const Features &features, const Station &station)
{
    const std::string title = station.name + ", " + station.city;
    return entryJson(features,
        {station.uri(), "station-" + station.id, title, "A weather station", "application/json"});
}

std::string Resources::stationContents(const Station &station)
{
    return textContents(station.uri(), "application/json", station.json());
}

void Resources::list(Call &call) const
{
    const Features &features = call.features();
    std::vector<std::string> entries{
        entryJson(features,
            {kAboutUri, "about", "About this server", "Overview of this server", "text/markdown",
                "uri", "M4 1h6l3 3v11H4z"}),
        entryJson(features, {kChartUri, "chart", "A chart", "Binary: a small image", "image/png"}),
        entryJson(features,
            {kPulseUri, "pulse", "Pulse", "Changes every second; subscribe to it",
                "application/json"}),
    };
    for (const Station &station : m_stations.all())
        entries.push_back(stationEntry(features, station));
    for (const Resource &each : m_added) {
        if (!each.isTemplate)
            entries.push_back(entryJson(
                features, {each.uri, each.uri, each.uri, each.description, each.mimeType}));
    }
    m_pages.respond(call, "resources", entries);
}

void Resources::listTemplates(Call &call) const
{
    std::vector<std::string> entries{
        entryJson(call.features(),
            {kStationTemplate, "station", "Weather station", "One station by its id",
                "application/json", "uriTemplate"}),
        entryJson(call.features(),
            {kForecastTemplate, "forecast", "Forecast",
                "A station's forecast; the suggested stations depend on the city", "text/plain",
                "uriTemplate"}),
    };
    for (const Resource &each : m_added) {
        if (each.isTemplate)
            entries.push_back(entryJson(call.features(),
                {each.uri, each.uri, each.uri, each.description, each.mimeType, "uriTemplate"}));
    }
    m_pages.respond(call, "resourceTemplates", entries);
}

void Resources::read(Call &call) const
{
    const json::Value given = call.params()["uri"];
    if (!given.isString())
        return call.fail(rpc::kInvalidParams, "resources/read needs a uri, a string.");
    const std::string uri = given.text();
    if (uri == kAboutUri)
        return finishRead(call, textContents(uri, "text/markdown", kAbout), kStaticTtl);
    if (uri == kChartPage)
        return finishRead(
            call, textContents(uri, "text/html;profile=mcp-app", kChartHtml), kStaticTtl);
    if (uri == kChartUri) {
        json::Builder contents;
        contents.beginObject()
            .member("uri", uri)
            .member("mimeType", "image/png")
            .member("blob", base64(barChartPng({3, 5, 2, 8, 6, 7, 4})))
            .endObject();
        return finishRead(call, contents.view(), kStaticTtl);
    }
    if (uri == kPulseUri) {
        const std::int64_t beat = call.now() / kPulsePeriod;
        return finishRead(call,
            textContents(uri, "application/json", "{\"beat\":" + std::to_string(beat) + '}'),
            Milliseconds(0));
    }
    if (const Station *station = stationAt(m_stations, uri))
        return finishRead(call, stationContents(*station), Milliseconds(0));
    if (const Station *station = forecastAt(m_stations, uri)) {
        const std::string text = station->name + ", " + station->city + ": 4.0 °C, light rain";
        return finishRead(call, textContents(uri, "text/plain", text), Milliseconds(0));
    }
    for (const Resource &each : m_added) {
        if (const std::string contents = each.contents(uri); !contents.empty())
            return finishRead(call, contents, kStaticTtl);
    }
    call.failUnknownResource(uri);
}

bool Resources::exists(std::string_view uri) const
{
    return uri == kAboutUri || uri == kChartUri || uri == kChartPage || uri == kPulseUri
        || stationAt(m_stations, uri) || forecastAt(m_stations, uri)
        || std::any_of(m_added.begin(), m_added.end(),
            [uri](const Resource &each) { return !each.contents(uri).empty(); });
}

bool Resources::isTemplate(std::string_view uri) const
{
    return uri == kStationTemplate || uri == kForecastTemplate
        || std::any_of(m_added.begin(), m_added.end(),
            [uri](const Resource &each) { return each.isTemplate && each.uri == uri; });
}

} // namespace sonde::demo
