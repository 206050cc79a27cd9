// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/catalog/catalog.h"

#include "demo/fixtures/fixtures.h"
#include "json/builder.h"

namespace sonde::demo {

Catalog::Catalog(const ServerOptions &switches, QByteArray secretBytes)
    : Offer(switches, std::move(secretBytes))
    , tools(options, stations, reports->tools())
    , resources(options, stations)
    , prompts(options, stations)
    , completion(stations, prompts, resources)
{
    if (!options.fixtures)
        return;
    tools.add(fixtureTools(changes));
    tools.add(fixtureInputTools());
    tools.add(fixtureInputTools(secret));
    prompts.add(fixturePrompts(secret));
    resources.add(fixtureResources());
}

std::string Catalog::serverInfo(const Features &features, Detail detail) const
{
    return demo::serverInfo(features, detail);
}

std::string Catalog::capabilities(const Features &features) const
{
    json::Builder object;
    object.beginObject()
        .rawMember("logging", "{}")
        .rawMember("prompts", options.listCapability())
        .rawMember("resources", R"({"subscribe":true,"listChanged":true})")
        .rawMember("tools", options.listCapability());
    if (features.completionCapability)
        object.rawMember("completions", "{}");
    if (isModern(features.revision))
        object.rawMember("extensions", R"({"io.modelcontextprotocol/tasks":{}})");
    if (features.coreTasks)
        object.rawMember("tasks", R"({"list":{},"cancel":{},"requests":{"tools":{"call":{}}}})");
    object.endObject();
    return object.takeString();
}

bool Catalog::handle(Call &call)
{
    const std::string_view method = call.method();
    if (method == "tools/list")
        tools.list(call);
    else if (method == "tools/call")
        tools.call(call);
    else if (method == "resources/list")
        resources.list(call);
    else if (method == "resources/templates/list")
        resources.listTemplates(call);
    else if (method == "resources/read")
        resources.read(call);
    else if (method == "prompts/list")
        prompts.list(call);
    else if (method == "prompts/get")
        prompts.get(call);
    else if (method == "completion/complete")
        completion.complete(call);
    else
        return reports->handle(call);
    return true;
}

} // namespace sonde::demo
