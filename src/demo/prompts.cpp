// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/prompts.h"

#include "demo/barchart.h"
#include "demo/content.h"
#include "demo/resources.h"
#include "json/builder.h"

#include <algorithm>
#include <array>

namespace sonde::demo {

namespace {

struct Argument {
    std::string_view name;
    std::string_view title;
    std::string_view description;
    bool required = false;
};

struct Prompt {
    std::string_view name;
    std::string_view title;
    std::string_view description;
    std::vector<Argument> arguments;
};

const std::array<Prompt, 4> &allPrompts()
{
    static const std::array<Prompt, 4> prompts{{
        {"greet", "Greeting", "A prompt without arguments", {}},
        {"packing_list", "Packing list", "What to pack for a journey",
            {{"city", "City", "Where the journey goes", true},
                {"days", "Days", "How long it takes; 3 when left out", false}}},
        {"describe_chart", "Describe a chart", "Has an image in it",
            {{"tone", "Tone", "How to speak: plain, cheerful or formal", false}}},
        {"review_station", "Review a station", "Has a resource embedded in it",
            {{"city", "City", "Narrows the stations offered", false},
                {"station", "Station", "The id of a station", true}}},
    }};
    return prompts;
}

const Prompt *find(std::string_view name)
{
    const auto &prompts = allPrompts();
    const auto found = std::find_if(prompts.begin(), prompts.end(),
        [name](const Prompt &prompt) { return prompt.name == name; });
    return found == prompts.end() ? nullptr : &*found;
}

std::string promptJson(const Features &features, const Prompt &prompt)
{
    json::Builder object;
    object.beginObject().member("name", prompt.name);
    if (features.titles)
        object.member("title", prompt.title);
    object.member("description", prompt.description).key("arguments").beginArray();
    for (const Argument &argument : prompt.arguments) {
        object.beginObject().member("name", argument.name);
        if (features.titles)
            object.member("title", argument.title);
        object.member("description", argument.description)
            .member("required", argument.required)
            .endObject();
    }
    object.endArray().endObject();
    return object.takeString();
}

std::string message(std::string_view role, std::string_view content)
{
    json::Builder object;
    object.beginObject().member("role", role).rawMember("content", content).endObject();
    return object.takeString();
}

void finish(Call &call, const Prompt &prompt, const std::vector<std::string> &messages)
{
    json::Builder result;
    result.beginObject().member("description", prompt.description).key("messages").beginArray();
    for (const std::string &text : messages)
        result.raw(text);
    result.endArray().endObject();
    call.finish(result.view());
}

// A sentence, or nothing when the arguments fit.
std::string problemWith(const Prompt &prompt, const json::Value &arguments)
{
    if (arguments && !arguments.isObject())
        return "The arguments must be an object of strings.";
    for (const json::Value &value : arguments) {
        if (!value.isString())
            return "The argument \"" + value.key() + "\" must be a string.";
    }
    for (const Argument &argument : prompt.arguments) {
        if (argument.required && !arguments[argument.name])
            return "The argument \"" + std::string(argument.name) + "\" is required.";
    }
    return {};
}

} // namespace

Prompts::Prompts(const Options &options, const Stations &stations)
    : m_pages(options)
    , m_stations(stations)
{
}

bool Prompts::exists(std::string_view name)
{
    return find(name) != nullptr;
}

void Prompts::list(Call &call) const
{
    std::vector<std::string> entries;
    for (const Prompt &prompt : allPrompts())
        entries.push_back(promptJson(call.features(), prompt));
    m_pages.answer(call, "prompts", entries);
}

void Prompts::get(Call &call) const
{
    const Prompt *prompt = find(call.params()["name"].text());
    if (!prompt)
        return call.fail(rpc::kInvalidParams, "There is no such prompt.");
    const json::Value arguments = call.params()["arguments"];
    if (const std::string problem = problemWith(*prompt, arguments); !problem.empty())
        return call.fail(rpc::kInvalidParams, problem);

    if (prompt->name == "greet")
        return finish(call, *prompt, {message("user", textBlock("Say hello in three languages."))});
    if (prompt->name == "packing_list") {
        const std::string days = arguments["days"] ? arguments["days"].text() : "3";
        return finish(call, *prompt,
            {message("user",
                 textBlock("I travel to " + arguments["city"].text() + " for " + days
                     + " days. What shall I pack?")),
                message("assistant", textBlock("Let me look at the weather first."))});
    }
    if (prompt->name == "describe_chart") {
        const std::string tone = arguments["tone"] ? arguments["tone"].text() : "plain";
        return finish(call, *prompt,
            {message("user", imageBlock(barChartPng({3, 5, 2, 8, 6, 7, 4}), "image/png")),
                message("user", textBlock("Describe this chart in a " + tone + " tone."))});
    }
    const Station *station = m_stations.find(arguments["station"].text());
    if (!station)
        return call.fail(rpc::kInvalidParams, "There is no such station.");
    finish(call, *prompt,
        {message("user", embeddedBlock(call.features(), Resources::stationContents(*station), {})),
            message("user", textBlock("Is this station placed well?"))});
}

} // namespace sonde::demo
