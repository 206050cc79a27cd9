// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/offers/democompletion.h"

#include "demo/offers/prompts.h"
#include "demo/offers/resources.h"
#include "json/builder.h"

#include <algorithm>

namespace sonde::demo {

namespace {
// completion/complete: "Maximum of 100 items per response".
constexpr std::size_t kMaxValues = 100;
} // namespace

std::vector<std::string> DemoCompletion::candidates(
    std::string_view argument, std::string_view city) const
{
    std::vector<std::string> values;
    const auto add = [&values](const std::string &value) {
        if (std::find(values.begin(), values.end(), value) == values.end())
            values.push_back(value);
    };
    for (const Station &station : m_stations.all()) {
        if (argument == "city")
            add(station.city);
        else if ((argument == "id" || argument == "station")
            && (city.empty() || station.city == city))
            add(station.id);
    }
    if (argument == "tone")
        values = {"plain", "cheerful", "formal"};
    else if (argument == "days")
        values = {"1", "2", "3", "5", "7", "10", "14"};
    return values;
}

void DemoCompletion::complete(Call &call) const
{
    const json::Value ref = call.params()["ref"];
    const json::Value argument = call.params()["argument"];
    if (!argument["name"].isString() || !argument["value"].isString())
        return call.fail(rpc::kInvalidParams, "argument needs a name and a value, both strings.");
    const bool known = (ref["type"].equals("ref/prompt") && m_prompts.exists(ref["name"].text()))
        || (ref["type"].equals("ref/resource") && m_resources.isTemplate(ref["uri"].text()));
    if (!known)
        return call.fail(rpc::kInvalidParams, "ref is not a prompt or template of this server.");

    std::string city;
    if (call.features().completionContext)
        city = call.params()["context"]["arguments"]["city"].text();
    std::vector<std::string> values = candidates(argument["name"].text(), city);
    const std::string typed = argument["value"].text();
    std::erase_if(values, [&](const std::string &value) { return !value.starts_with(typed); });

    json::Builder result;
    result.beginObject().key("completion").beginObject().key("values").beginArray();
    for (std::size_t i = 0; i < std::min(values.size(), kMaxValues); ++i)
        result.string(std::string_view(values[i]));
    result.endArray()
        .member("total", std::int64_t(values.size()))
        .member("hasMore", values.size() > kMaxValues)
        .endObject()
        .endObject();
    call.finish(result.view());
}

} // namespace sonde::demo
