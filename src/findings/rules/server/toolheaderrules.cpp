// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/server/servertables.h"
#include "json/decimal.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

// Arguments of tools that are repeated in HTTP headers (2026-07-28 server/tools#x-mcp-header).
namespace sonde::findings {

namespace {

constexpr const char *kAnnotation = "x-mcp-header";
constexpr int kMaxDepth = 64; // of schemas in each other
constexpr std::int64_t kMaxSafe = 9'007'199'254'740'991; // 2^53 - 1

// An annotation, where it stands.
struct Annotated {
    json::Value schema; // that has it
    json::Value name;
    bool isReachable = false; // over properties alone
};

void collect(const json::Value &schema, bool isReachable, int depth, std::vector<Annotated> &found)
{
    if (depth > kMaxDepth)
        return;
    if (schema.isArray()) {
        for (const json::Value each : schema)
            collect(each, false, depth + 1, found);
        return;
    }
    if (!schema.isObject())
        return;
    if (depth > 0 && schema[kAnnotation])
        found.push_back({schema, schema[kAnnotation], isReachable});
    for (const json::Value member : schema) {
        const std::string key = member.key();
        // Values, not schemas.
        if (key == "const" || key == "default" || key == "enum" || key == "examples")
            continue;
        const bool isNamed = key == "properties" || key == "patternProperties" || key == "$defs"
            || key == "definitions" || key == "dependentSchemas";
        if (isNamed && member.isObject()) {
            for (const json::Value each : member)
                collect(each, key == "properties" && (depth == 0 || isReachable), depth + 1, found);
        } else if (member.isContainer()) {
            collect(member, false, depth + 1, found);
        }
    }
}

std::vector<Annotated> annotatedIn(const json::Value &inputSchema)
{
    std::vector<Annotated> found;
    // A quick look: most schemas have none.
    if (inputSchema.raw().find(kAnnotation) != std::string_view::npos)
        collect(inputSchema, false, 0, found);
    return found;
}

template <typename Check>
void forEachAnnotated(const Context &context, Report &report, Check check)
{
    bool isThere = false;
    for (const json::Value tool : report.untilFull(context.result()["tools"])) {
        for (const Annotated &each : annotatedIn(tool["inputSchema"])) {
            isThere = true;
            check(tool, each);
        }
    }
    if (!isThere)
        report.notTested();
}

bool isToken(const std::string &name)
{
    static constexpr std::string_view kOthers = "!#$%&'*+-.^_`|~";
    return std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || kOthers.find(c) != std::string_view::npos;
    });
}

bool isPrimitive(const json::Value &schema)
{
    const auto type = schema["type"];
    return type.equals("string") || type.equals("integer") || type.equals("boolean");
}

void notEmpty(const Context &context, Report &report)
{
    forEachAnnotated(context, report, [&report](const json::Value &tool, const Annotated &each) {
        if (!each.name.isString() || each.name.text().empty())
            report.at(each.name,
                Text::tr("`x-mcp-header` of the tool %1 is %2, not a name.")
                    .arg(shown(tool["name"]), shown(each.name)));
    });
}

void token(const Context &context, Report &report)
{
    forEachAnnotated(context, report, [&report](const json::Value &tool, const Annotated &each) {
        if (each.name.isString() && !isToken(each.name.text()))
            report.at(each.name,
                Text::tr("`x-mcp-header` of the tool %1 is %2, which cannot be a part of a "
                         "header's name.")
                    .arg(shown(tool["name"]), shown(each.name)));
    });
}

void primitive(const Context &context, Report &report)
{
    forEachAnnotated(context, report, [&report](const json::Value &tool, const Annotated &each) {
        if (!isPrimitive(each.schema))
            report.at(each.name,
                Text::tr("`x-mcp-header` of the tool %1 is on a property of the type %2; only a "
                         "string, an integer or a boolean can be in a header.")
                    .arg(shown(tool["name"]), shown(each.schema["type"])));
    });
}

void reachable(const Context &context, Report &report)
{
    forEachAnnotated(context, report, [&report](const json::Value &tool, const Annotated &each) {
        if (!each.isReachable)
            report.at(each.name,
                Text::tr("`x-mcp-header` of the tool %1 is not on a property that is reached over "
                         "`properties` alone.")
                    .arg(shown(tool["name"])));
    });
}

std::string lowered(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return text;
}

void unique(const Context &context, Report &report)
{
    bool isThere = false;
    for (const json::Value tool : report.untilFull(context.result()["tools"])) {
        std::set<std::string> names;
        for (const Annotated &each : annotatedIn(tool["inputSchema"])) {
            isThere = true;
            if (!names.insert(lowered(each.name.text())).second)
                report.at(each.name,
                    Text::tr("Two properties of the tool %1 have the `x-mcp-header` %2; the case "
                             "of letters does not count.")
                        .arg(shown(tool["name"]), shown(each.name)));
        }
    }
    if (!isThere)
        report.notTested();
}

void notSensitive(const Context &context, Report &report)
{
    forEachAnnotated(context, report, [&report](const json::Value &tool, const Annotated &each) {
        if (isSecretPlace(each.schema)
            || lowered(each.schema.key()).find("email") != std::string::npos)
            report.at(each.name,
                Text::tr("The property “%1” of the tool %2 looks like a secret or like personal "
                         "data, and is repeated in a header, which proxies record.")
                    .arg(shown(each.schema.key()), shown(tool["name"])));
    });
}

// Most tools have no such header, and need not be read.
bool mentionsHeader(const OfferedTools::Tool &tool)
{
    return tool.text.view().find(kAnnotation) != std::string_view::npos;
}

// The annotation decides which integers go into a header: those of the tool that is called.
void safeIntegers(const Context &context, Report &report)
{
    const OfferedTools::Tool *tool = context.connection.tools.find(context.params()["name"].text());
    if (!tool || !mentionsHeader(*tool))
        return report.notTested();
    const auto definition = json::Document::parse(tool->text);
    bool isThere = false;
    for (const Annotated &each : annotatedIn(definition.root()["inputSchema"])) {
        const auto value = context.params()["arguments"][each.schema.key()];
        const bool isAtTop =
            each.schema.parent().parent().id() == definition.root()["inputSchema"].id();
        if (!isAtTop || !each.schema["type"].equals("integer") || !value.isNumber())
            continue;
        isThere = true;
        const auto number = value.toInt64();
        // Written with a fraction or an exponent it may be an integer, too.
        const bool isWhole = number || json::Decimal(value.raw()).isInteger();
        const double size = std::abs(value.toDouble().value_or(0));
        if (!isWhole
            || (number ? *number > kMaxSafe || *number < -kMaxSafe : size > double(kMaxSafe)))
            report.at(value,
                Text::tr("%1 goes into a header, but is no integer between -(2^53 - 1) and "
                         "2^53 - 1.")
                    .arg(shown(value)));
    }
    if (!isThere)
        report.notTested();
}

bool isWrong(const Annotated &each)
{
    return !each.name.isString() || each.name.text().empty() || !isToken(each.name.text())
        || !isPrimitive(each.schema) || !each.isReachable;
}

void invalidToolExcluded(const Context &context, Report &report)
{
    const OfferedTools::Tool *tool = context.connection.tools.find(context.params()["name"].text());
    if (!context.connection.isHttp || !tool || !mentionsHeader(*tool))
        return report.notTested();
    const auto definition = json::Document::parse(tool->text);
    const auto annotated = annotatedIn(definition.root()["inputSchema"]);
    if (annotated.empty())
        return report.notTested();
    if (std::any_of(annotated.begin(), annotated.end(), &isWrong))
        report
            .at(context.params()["name"],
                Text::tr("The client calls the tool %1, whose `x-mcp-header` is not valid.")
                    .arg(shown(context.params()["name"])))
            .messages.push_back(tool->number);
}

constexpr std::string_view kList = "tools/list";
constexpr std::string_view kCall = "tools/call";

constexpr Rule kRules[] = {
    {"xheader.not-empty", On::Result, kList, &notEmpty, "result/tools/"},
    {"xheader.token", On::Result, kList, &token, "result/tools/"},
    {"xheader.primitive", On::Result, kList, &primitive, "result/tools/"},
    {"xheader.reachable", On::Result, kList, &reachable, "result/tools/"},
    {"xheader.unique", On::Result, kList, &unique, "result/tools/"},
    {"xheader.not-sensitive", On::Result, kList, &notSensitive, "result/tools/"},
    {"xheader.safe-integers", On::Request, kCall, &safeIntegers, "params/arguments/"},
    {"xheader.invalid-tool-excluded", On::Request, kCall, &invalidToolExcluded, "params/name"},
};

} // namespace

std::span<const Rule> toolHeaderRules()
{
    return kRules;
}

} // namespace sonde::findings
