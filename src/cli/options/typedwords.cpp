// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/typedwords.h"

#include "base/formatting.h"
#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"
#include "json/document.h"

#include <algorithm>

namespace sonde::cli {

namespace {

std::vector<std::string> typesOf(const json::Value &property)
{
    const json::Value type = property["type"];
    std::vector<std::string> types;
    if (type.isString())
        types.push_back(type.text());
    for (const json::Value each : type.isArray() ? type : json::Value())
        types.push_back(each.text());
    return types;
}

bool isOfType(const json::Value &value, const std::string &type)
{
    if (type == "integer")
        return value.isNumber() && value.toInt64().has_value();
    return (type == "number" && value.isNumber()) || (type == "boolean" && value.isBool())
        || (type == "null" && value.isNull()) || (type == "array" && value.isArray())
        || (type == "object" && value.isObject());
}

QString joined(const std::vector<std::string> &types)
{
    QStringList names;
    for (const std::string &type : types)
        names << decodedWord(type);
    return listText(names);
}

} // namespace

Result<std::vector<std::string>> typedWords(
    const std::vector<std::string> &words, const json::Value &inputSchema)
{
    std::vector<std::string> typed;
    for (const std::string &word : words) {
        const std::size_t equals = word.find('=');
        const bool isText = equals != std::string::npos && equals > 0 && word[equals - 1] != ':';
        typed.push_back(word);
        if (!isText)
            continue;
        const std::string key = word.substr(0, equals);
        const std::string text = word.substr(equals + 1);
        const auto types = typesOf(inputSchema["properties"].member(key));
        const auto document = json::Document::parse(std::string_view(text));
        const bool fits = document.isValid()
            && std::any_of(types.begin(), types.end(),
                [&](const std::string &type) { return isOfType(document.root(), type); });
        if (fits)
            typed.back().assign(key).append(":=").append(text);
        else if (!types.empty() && std::find(types.begin(), types.end(), "string") == types.end())
            return usageError(
                Text::tr("The tool's schema has the type %1 for %2, and %3 is no JSON of that "
                         "type.")
                    .arg(quotedWord(joined(types)), quotedWord(decodedWord(key)),
                        quotedWord(decodedWord(text.substr(0, 60)))));
    }
    return typed;
}

} // namespace sonde::cli
