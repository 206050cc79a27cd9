// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/server/servertables.h"

#include <algorithm>
#include <array>
#include <map>

// What the specification does not forbid, but what makes a server hard to use for models, hosts and
// people.
namespace sonde::findings {

namespace {

constexpr std::size_t kBytesOfToken = 4; // of English text and of JSON, roughly
constexpr std::size_t kMaxDefinitions = 20'000; // bytes
constexpr std::size_t kMaxResult = 100'000; // bytes of text: hosts cut off about 25,000 tokens

json::Value listedTools(const Context &context)
{
    return context.result()["tools"];
}

void definitionsSize(const Context &context, Report &report)
{
    const auto size = listedTools(context).raw().size();
    if (size > kMaxDefinitions)
        report.at(listedTools(context),
            Text::tr("The definitions of %1 tools have %2 bytes, about %3 tokens.")
                .arg(listedTools(context).count())
                .arg(size)
                .arg(size / kBytesOfToken));
}

void descriptionPresent(const Context &context, Report &report)
{
    for (const json::Value tool : report.untilFull(listedTools(context))) {
        if (tool["description"].toString().trimmed().isEmpty())
            report.at(tool, Text::tr("The tool %1 has no description.").arg(shown(tool["name"])));
    }
}

void descriptionDistinct(const Context &context, Report &report)
{
    if (listedTools(context).count() < 2)
        return report.notTested();
    std::map<std::string, json::Value> known;
    for (const json::Value tool : report.untilFull(listedTools(context))) {
        const auto description = tool["description"];
        const auto [first, isNew] = known.emplace(description.text(), tool);
        if (!isNew && !description.text().empty()
            && !first->second["name"].equals(tool["name"].text()))
            report.at(description,
                Text::tr("The tools %1 and %2 have the same description.")
                    .arg(shown(first->second["name"]), shown(tool["name"])));
    }
}

void namesDiffer(const Context &context, Report &report)
{
    if (listedTools(context).count() < 2)
        return report.notTested();
    std::map<QString, json::Value> known;
    for (const json::Value tool : report.untilFull(listedTools(context))) {
        if (!tool["name"].isString())
            continue;
        const auto [first, isNew] = known.emplace(tool["name"].toString().toCaseFolded(), tool);
        if (!isNew && !first->second["name"].equals(tool["name"].text()))
            report.at(tool["name"],
                Text::tr("The names %1 and %2 differ only in upper and lower case.")
                    .arg(shown(first->second["name"]), shown(tool["name"])));
    }
}

struct Range {
    char32_t first;
    char32_t last;
};
// Without a width, a direction of text, or the tags of U+E0000, which spell text that is not shown.
// U+200C and U+200D are part of words and of emoji.
constexpr std::array kHiddenCharacters{Range{0xad, 0xad}, Range{0x61c, 0x61c},
    Range{0x180e, 0x180e}, Range{0x200b, 0x200b}, Range{0x200e, 0x200f}, Range{0x202a, 0x202e},
    Range{0x2060, 0x206f}, Range{0xfeff, 0xfeff}, Range{0xe0000, 0xe007f}};

char32_t hiddenIn(const QString &text)
{
    for (const char32_t c : text.toUcs4()) {
        if (std::any_of(kHiddenCharacters.begin(), kHiddenCharacters.end(),
                [c](const Range &range) { return c >= range.first && c <= range.last; }))
            return c;
    }
    return 0;
}

void findHidden(const json::Value &item, Report &report)
{
    for (const char *member : {"name", "title", "description"}) {
        const char32_t hidden = hiddenIn(item[member].toString());
        if (hidden != 0)
            report.at(item[member],
                Text::tr("`%1` has the invisible character U+%2.")
                    .arg(QLatin1String(member))
                    .arg(uint(hidden), 4, 16, QLatin1Char('0')));
    }
}

void noHiddenCharacters(const Context &context, Report &report)
{
    bool isThere = false;
    for (const char *list : {"tools", "prompts", "resources", "resourceTemplates"}) {
        for (const json::Value item : report.untilFull(context.result()[list])) {
            isThere = true;
            findHidden(item, report);
            for (const json::Value property : report.untilFull(item["inputSchema"]["properties"]))
                findHidden(property, report);
        }
    }
    if (!isThere)
        report.notTested();
}

// A reference may lead to a description.
bool hasDescription(const json::Value &property)
{
    return !property.isObject() || property["description"] || property["title"] || property["$ref"]
        || property["const"];
}

// By itself, or by one of its alternatives.
bool isDescribed(const json::Value &property)
{
    const auto isDescribedIn = [&property](const char *name) {
        const json::Value parts = property[name];
        return std::any_of(parts.begin(), parts.end(), hasDescription);
    };
    return hasDescription(property) || isDescribedIn("anyOf") || isDescribedIn("oneOf")
        || isDescribedIn("allOf");
}

void parameterDescription(const Context &context, Report &report)
{
    bool isThere = false;
    for (const json::Value tool : report.untilFull(listedTools(context))) {
        for (const json::Value property : report.untilFull(tool["inputSchema"]["properties"])) {
            isThere = true;
            if (!isDescribed(property))
                report.at(property,
                    Text::tr("The parameter “%1” of the tool %2 has no description.")
                        .arg(shown(property.key()), shown(tool["name"])));
        }
    }
    if (!isThere)
        report.notTested();
}

void resultSize(const Context &context, Report &report)
{
    std::size_t size = 0;
    for (const json::Value block : context.result()["content"])
        size += block["text"].raw().size() + block["resource"]["text"].raw().size();
    if (size > kMaxResult)
        report.at(context.result(),
            Text::tr("The result has %1 bytes of text, about %2 tokens.")
                .arg(size)
                .arg(size / kBytesOfToken));
}

constexpr Rule kRules[] = {
    {"practice.definitions-size", On::Result, "tools/list", &definitionsSize, "result/tools/"},
    {"practice.description-present", On::Result, "tools/list", &descriptionPresent,
        "result/tools/"},
    {"practice.description-distinct", On::Result, "tools/list", &descriptionDistinct,
        "result/tools/"},
    {"practice.names-differ-by-more-than-case", On::Result, "tools/list", &namesDiffer,
        "result/tools/"},
    {"practice.no-hidden-characters", On::Result, "tools/list", &noHiddenCharacters},
    {"practice.no-hidden-characters", On::Result, "prompts/list", &noHiddenCharacters},
    {"practice.no-hidden-characters", On::Result, "resources/list", &noHiddenCharacters},
    {"practice.no-hidden-characters", On::Result, "resources/templates/list", &noHiddenCharacters},
    {"practice.parameter-description", On::Result, "tools/list", &parameterDescription,
        "result/tools/"},
    {"practice.result-size", On::Result, "tools/call", &resultSize, "result/content/"},
};

} // namespace

std::span<const Rule> practiceRules()
{
    return kRules;
}

} // namespace sonde::findings
