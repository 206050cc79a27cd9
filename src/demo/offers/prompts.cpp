// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/offers/prompts.h"

#include "demo/call/toolresult.h"
#include "demo/offers/barchart.h"
#include "demo/offers/resources.h"
#include "json/builder.h"

#include <algorithm>
#include <iterator>

namespace sonde::demo {

namespace {

std::string promptJson(const Features &features, const Prompt &prompt)
{
    json::Builder object;
    object.beginObject().member("name", prompt.name);
    if (features.titles)
        object.member("title", prompt.title);
    object.member("description", prompt.description).key("arguments").beginArray();
    for (const PromptArgument &argument : prompt.arguments) {
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

// A sentence, or nothing when the arguments fit.
std::string problemWith(const Prompt &prompt, const json::Value &arguments)
{
    if (arguments && !arguments.isObject())
        return "The arguments must be an object of strings.";
    for (const json::Value &value : arguments) {
        if (!value.isString())
            return "The argument \"" + value.key() + "\" must be a string.";
    }
    for (const PromptArgument &argument : prompt.arguments) {
        if (argument.required && !arguments[argument.name])
            return "The argument \"" + std::string(argument.name) + "\" is required.";
    }
    return {};
}

void greet(Call &call, const Prompt &prompt, const json::Value &)
{
    Prompts::finish(
        call, prompt, {Prompts::message("user", textBlock("Say hello in three languages."))});
}

void packingList(Call &call, const Prompt &prompt, const json::Value &arguments)
{
    const std::string days = arguments["days"] ? arguments["days"].text() : "3";
    Prompts::finish(call, prompt,
        {Prompts::message("user",
             textBlock("I travel to " + arguments["city"].text() + " for " + days
                 + " days. What shall I pack?")),
            Prompts::message("assistant", textBlock("Let me look at the weather first."))});
}

void describeChart(Call &call, const Prompt &prompt, const json::Value &arguments)
{
    const std::string tone = arguments["tone"] ? arguments["tone"].text() : "plain";
    Prompts::finish(call, prompt,
        {Prompts::message("user", imageBlock(barChartPng({3, 5, 2, 8, 6, 7, 4}), "image/png")),
            Prompts::message("user", textBlock("Describe this chart in a " + tone + " tone."))});
}

void reviewStation(
    Call &call, const Prompt &prompt, const json::Value &arguments, const Stations &stations)
{
    const Station *station = stations.find(arguments["station"].text());
    if (!station)
        return call.fail(rpc::kInvalidParams, "There is no such station.");
    const std::string contents = Resources::stationContents(*station);
    Prompts::finish(call, prompt,
        {Prompts::message("user", embeddedBlock(call.features(), contents, {})),
            Prompts::message("user", textBlock("Is this station placed well?"))});
}

} // namespace

Prompts::Prompts(const ServerOptions &options, const Stations &stations)
    : m_pages(options)
    , m_prompts{
          {"greet", "Greeting", "A prompt without arguments", {}, greet},
          {"packing_list", "Packing list", "What to pack for a trip",
              {{"city", "City", "Destination of the trip", true},
                  {"days", "Days", "Length of the trip; default 3", false}},
              packingList},
          {"describe_chart", "Describe a chart", "Contains an image",
              {{"tone", "Tone", "One of plain, cheerful or formal", false}}, describeChart},
          {"review_station", "Review a station", "Contains an embedded resource",
              {{"city", "City", "Filters the list of stations", false},
                  {"station", "Station", "The id of a station", true}},
              [&stations](Call &call, const Prompt &prompt, const json::Value &arguments) {
                  reviewStation(call, prompt, arguments, stations);
              }},
      }
{
}

void Prompts::add(std::vector<Prompt> group)
{
    std::move(group.begin(), group.end(), std::back_inserter(m_prompts));
}

std::string Prompts::message(std::string_view role, std::string_view content)
{
    json::Builder object;
    object.beginObject().member("role", role).rawMember("content", content).endObject();
    return object.takeString();
}

void Prompts::finish(Call &call, const Prompt &prompt, const std::vector<std::string> &messages)
{
    json::Builder result;
    result.beginObject().member("description", prompt.description).key("messages").beginArray();
    for (const std::string &text : messages)
        result.raw(text);
    result.endArray().endObject();
    call.finish(result.view());
}

const Prompt *Prompts::find(std::string_view name) const
{
    const auto found = std::find_if(m_prompts.begin(), m_prompts.end(),
        [name](const Prompt &prompt) { return prompt.name == name; });
    return found == m_prompts.end() ? nullptr : &*found;
}

void Prompts::list(Call &call) const
{
    std::vector<std::string> entries;
    for (const Prompt &prompt : m_prompts)
        entries.push_back(promptJson(call.features(), prompt));
    m_pages.respond(call, "prompts", entries);
}

void Prompts::get(Call &call) const
{
    const Prompt *prompt = find(call.params()["name"].text());
    if (!prompt)
        return call.fail(rpc::kInvalidParams, "There is no such prompt.");
    const json::Value arguments = call.params()["arguments"];
    if (const std::string problem = problemWith(*prompt, arguments); !problem.empty())
        return call.fail(rpc::kInvalidParams, problem);
    prompt->body(call, *prompt, arguments);
}

} // namespace sonde::demo
