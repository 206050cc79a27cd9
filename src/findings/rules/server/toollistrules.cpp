// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/server/servertables.h"

#include <algorithm>
#include <map>

namespace sonde::findings {

namespace {

constexpr std::size_t kMaxName = 128; // 2025-11-25 server/tools#tool-names
constexpr std::size_t kPortableName = 64;

json::Value tools(const Context &context)
{
    return context.result()["tools"];
}

QString nameOf(const json::Value &tool)
{
    return shown(tool["name"]);
}

bool isNameCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
        || c == '-' || c == '.';
}

void inputSchemaObject(const Context &context, Report &report)
{
    for (const json::Value tool : report.untilFull(tools(context))) {
        const auto schema = tool["inputSchema"];
        const QString remedy = Text::tr("For a tool without parameters, write "
                                        "\"inputSchema\":{\"type\":\"object\"}.");
        if (!tool.isObject())
            continue;
        if (!schema) {
            Finding &found =
                report.at(tool, Text::tr("The tool %1 has no `inputSchema`.").arg(nameOf(tool)));
            found.remedy = remedy;
            found.instead = {"inputSchema", R"({"type":"object"})"};
        } else if (!schema["type"].equals("object")) {
            Finding &found = report.at(schema,
                Text::tr("The `inputSchema` of the tool %1 is %2: its `type` must be \"object\".")
                    .arg(nameOf(tool), shown(schema)));
            found.remedy = remedy;
            if (schema.isObject() && !schema["type"])
                found.instead = {"type", R"("object")"};
        }
    }
}

void outputSchemaObject(const Context &context, Report &report)
{
    bool isThere = false;
    for (const json::Value tool : report.untilFull(tools(context))) {
        const auto schema = tool["outputSchema"];
        isThere = isThere || schema;
        if (schema && !schema.isNull() && !schema["type"].equals("object"))
            report.at(schema,
                Text::tr("The `outputSchema` of the tool %1 is %2: its `type` must be \"object\".")
                    .arg(nameOf(tool), shown(schema)));
    }
    if (!isThere)
        report.notTested();
}

void nameCharset(const Context &context, Report &report)
{
    for (const json::Value tool : report.untilFull(tools(context))) {
        const std::string name = tool["name"].text();
        const auto odd = std::find_if_not(name.begin(), name.end(), &isNameCharacter);
        if (odd != name.end())
            report.at(tool["name"],
                Text::tr("The tool name %1 has characters other than ASCII letters, digits, `_`, "
                         "`-` and `.`.")
                    .arg(nameOf(tool)));
    }
}

void nameLength(const Context &context, Report &report)
{
    for (const json::Value tool : report.untilFull(tools(context))) {
        const auto name = tool["name"];
        const auto size = name.text().size();
        if (name.isString() && (size == 0 || size > kMaxName))
            report.at(name,
                Text::tr("The tool name has %1 characters (1 to %2 are allowed).")
                    .arg(size)
                    .arg(kMaxName));
    }
}

void namePortable(const Context &context, Report &report)
{
    for (const json::Value tool : report.untilFull(tools(context))) {
        const std::string name = tool["name"].text();
        if (name.size() > kPortableName)
            report.at(tool["name"],
                Text::tr("The tool name has %1 characters; some hosts refuse more than %2.")
                    .arg(name.size())
                    .arg(kPortableName));
        else if (name.find('.') != std::string::npos)
            report.at(tool["name"],
                Text::tr("The tool name %1 has a dot, which some hosts refuse.").arg(nameOf(tool)));
    }
}

// Reports items whose member is equal to that of an earlier item of the page.
void unique(const json::Value &items, const char *member, const QString &sentence, Report &report)
{
    if (items.count() < 2)
        return report.notTested();
    std::map<std::string, bool> seen;
    for (const json::Value item : report.untilFull(items)) {
        const auto value = item[member];
        if (value.isString() && std::exchange(seen[value.text()], true))
            report.at(value, sentence.arg(shown(value)));
    }
}

void toolNameUnique(const Context &context, Report &report)
{
    unique(tools(context), "name", Text::tr("Two tools of this list have the name %1."), report);
}

void promptNameUnique(const Context &context, Report &report)
{
    unique(context.result()["prompts"], "name",
        Text::tr("Two prompts of this list have the name %1."), report);
}

void uriUnique(const Context &context, Report &report)
{
    unique(context.result()["resources"], "uri",
        Text::tr("Two resources of this list have the URI %1."), report);
}

void annotationsConsistent(const Context &context, Report &report)
{
    bool isThere = false;
    for (const json::Value tool : report.untilFull(tools(context))) {
        const auto annotations = tool["annotations"];
        isThere = isThere || annotations;
        if (annotations["readOnlyHint"].toBool().value_or(false)
            && annotations["destructiveHint"].toBool().value_or(false))
            report.at(annotations,
                Text::tr("The tool %1 has both `readOnlyHint` and `destructiveHint`.")
                    .arg(nameOf(tool)));
    }
    if (!isThere)
        report.notTested();
}

constexpr Rule kRules[] = {
    {"tools.input-schema-object", On::Result, "tools/list", &inputSchemaObject, "result/tools/"},
    {"tools.output-schema-object", On::Result, "tools/list", &outputSchemaObject, "result/tools/"},
    {"tools.name-charset", On::Result, "tools/list", &nameCharset, "result/tools/"},
    {"tools.name-length", On::Result, "tools/list", &nameLength, "result/tools/"},
    {"tools.name-portable", On::Result, "tools/list", &namePortable, "result/tools/"},
    {"tools.name-unique", On::Result, "tools/list", &toolNameUnique, "result/tools/"},
    {"tools.annotations-consistent", On::Result, "tools/list", &annotationsConsistent,
        "result/tools/"},
    {"prompts.name-unique", On::Result, "prompts/list", &promptNameUnique, "result/prompts/"},
    {"resources.uri-unique", On::Result, "resources/list", &uriUnique, "result/resources/"},
};

} // namespace

std::span<const Rule> toolListRules()
{
    return kRules;
}

} // namespace sonde::findings
