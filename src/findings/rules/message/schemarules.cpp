// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/message/messagetables.h"

#include <algorithm>
#include <array>

namespace sonde::findings {

namespace {

// Optional members of the types of the official schemas. `ttl` is not one of them: a task's may be
// null (2025-11-25 schema#task).
constexpr std::array kOptional{"_meta", "annotations", "arguments", "audience", "completions",
    "context", "costPriority", "cursor", "default", "description", "destructiveHint", "elicitation",
    "execution", "experimental", "extensions", "format", "hasMore", "hints", "icons",
    "idempotentHint", "includeContext", "inputRequests", "inputResponses", "instructions",
    "intelligencePriority", "isError", "lastModified", "listChanged", "logger", "logging",
    "maxItems", "maxLength", "maximum", "message", "metadata", "mimeType", "minItems", "minLength",
    "minimum", "mode", "modelPreferences", "nextCursor", "openWorldHint", "outputSchema", "params",
    "pollInterval", "priority", "prompts", "promptsListChanged", "readOnlyHint", "reason",
    "requestState", "required", "resourceSubscriptions", "resources", "resourcesListChanged",
    "roots", "sampling", "size", "sizes", "speedPriority", "statusMessage", "stopReason",
    "stopSequences", "subscribe", "systemPrompt", "task", "taskSupport", "tasks", "temperature",
    "theme", "title", "toolChoice", "tools", "toolsListChanged", "total", "websiteUrl"};

// Members whose value the sender chooses: a null there means what the sender says.
constexpr std::array kFree{"_meta", "arguments", "data", "experimental", "extensions", "input",
    "inputSchema", "metadata", "outputSchema", "requestState", "requestedSchema",
    "structuredContent"};

template <std::size_t count>
constexpr bool has(const std::array<const char *, count> &sorted, std::string_view name)
{
    return std::binary_search(sorted.begin(), sorted.end(), name,
        [](std::string_view a, std::string_view b) { return a < b; });
}

static_assert(has(kOptional, "_meta") && has(kOptional, "maximum") && has(kOptional, "tools"));

// What is optional elsewhere, but not in the params or the result of these.
struct Required {
    std::string_view method;
    std::string_view name;
    bool isOfResult = false;
};
constexpr std::array kRequired{Required{"elicitation/create", "message"},
    Required{"prompts/list", "prompts", true}, Required{"resources/list", "resources", true},
    Required{"roots/list", "roots", true}, Required{"tasks/list", "tasks", true},
    Required{"tools/list", "tools", true}};

std::string_view methodOf(const Context &context)
{
    return context.request ? std::string_view(context.request->method)
                           : context.message.method.view();
}

// Other rules say what a required member must be; leaving it out would be a fault, too.
bool isRequired(const Context &context, const json::Value &object, int depth, std::string_view name)
{
    if (name == "mimeType") {
        const std::string type = object["type"].text();
        return type == "image" || type == "audio";
    }
    return depth == 0 && std::any_of(kRequired.begin(), kRequired.end(), [&](const Required &each) {
        return each.name == name && each.method == methodOf(context)
            && each.isOfResult == context.result().exists();
    });
}

// The form of an elicitation is an object; every other `content` has a type of the schema.
bool isFreeForm(const json::Value &member, std::string_view name)
{
    return has(kFree, name) || (name == "content" && member.isObject() && !member["type"]);
}

void findNulls(const Context &context, const json::Value &object, int depth, Report &report)
{
    constexpr int kMaxDepth = 16; // of the types of the schema; deeper values are free
    if (depth > kMaxDepth)
        return;
    for (const json::Value member : report.untilFull(object)) {
        if (!member.isNull() && !member.isContainer())
            continue;
        const std::string name = object.isObject() ? member.key() : std::string();
        if (member.isNull() && has(kOptional, name) && !isRequired(context, object, depth, name))
            report.at(member, Text::tr("`%1` is null.").arg(shown(name))).remedy =
                Text::tr("Leave an optional member without a value out.");
        else if (member.isContainer() && !isFreeForm(member, name))
            findNulls(context, member, depth + 1, report);
    }
}

bool isOfTheSpecification(const Context &context)
{
    static constexpr std::array kPrefixes{"completion/", "elicitation/", "initialize", "logging/",
        "notifications/", "ping", "prompts/", "resources/", "roots/", "sampling/",
        "server/discover", "subscriptions/", "tasks/", "tools/"};
    const std::string_view method = methodOf(context);
    return std::any_of(kPrefixes.begin(), kPrefixes.end(),
        [method](const char *prefix) { return method.starts_with(prefix); });
}

// Whether the message may do without params. In the modern era a request never may: its _meta
// describes it.
bool mayLackParams(const Context &context)
{
    const std::string_view method = methodOf(context);
    if (context.isModern() && context.message.kind == rpc::Kind::Request)
        return false;
    return method == "ping" || method == "notifications/initialized" || method.ends_with("/list")
        || method.ends_with("/list_changed");
}

void nullForAbsent(const Context &context, Report &report)
{
    const bool isThere = context.params() || context.result();
    if (!isThere || !isOfTheSpecification(context))
        return report.notTested();
    if (context.params().isNull())
        report.at(context.params(), Text::tr("`params` is null.")).remedy = mayLackParams(context)
            ? Text::tr("Leave `params` out.")
            : Text::tr("Send `params` as an object with the members that the method requires.");
    if (context.message.bytes().view().find("null") == std::string_view::npos)
        return;
    for (const json::Value &part : {context.params(), context.result()}) {
        if (part.isObject())
            findNulls(context, part, 0, report);
    }
}

constexpr Rule kRules[] = {
    {"schema.null-for-absent", On::Message, {}, &nullForAbsent},
};

} // namespace

std::span<const Rule> schemaRules()
{
    return kRules;
}

} // namespace sonde::findings
