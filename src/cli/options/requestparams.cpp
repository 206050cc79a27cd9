// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/requestparams.h"

#include "base/formatting.h"
#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"
#include "schema/uritemplate.h"
#include "json/builder.h"
#include "json/document.h"

#include <algorithm>

namespace sonde::cli {

namespace {

using schema::UriTemplate;

Result<ReadyJson> givenArguments(const Options &options)
{
    if (!options.args)
        return argumentsFromWords(options.words);
    const Result<ArgumentsSource> source = readArgumentsSource(*options.args);
    if (!source)
        return source.error();
    return argumentsFromText(source->text, source->name);
}

Result<ReadyJson> promptParams(const Options &options)
{
    Result<ReadyJson> text = givenArguments(options);
    if (!text)
        return text;
    json::Builder params;
    params.beginObject().member("name", QStringView(options.name));
    if (options.args || !options.words.empty())
        params.rawMember("arguments", text->bytes.view());
    return ReadyJson{params.endObject().take(), text->notes};
}

std::string textOf(const json::Value &value)
{
    return value.isString() ? value.text() : std::string(value.raw());
}

UriTemplate::Value variableOf(const json::Value &value)
{
    if (value.isArray()) {
        UriTemplate::List list;
        for (const json::Value item : value)
            list.push_back(textOf(item));
        return list;
    }
    if (value.isObject()) {
        UriTemplate::Map map;
        for (const json::Value member : value)
            map.emplace_back(member.key(), textOf(member));
        return map;
    }
    return textOf(value);
}

// RFC 6570: key=text is a string, key:=[…] a list, key:={…} a map; what is not given is undefined.
Result<std::string> expanded(const Options &options, const json::Value &given)
{
    const Result<UriTemplate> uriTemplate = UriTemplate::parse(options.name.toStdString());
    if (!uriTemplate)
        return usageError(Text::tr("%1 is not a URI template: %2")
                              .arg(quotedWord(options.name), uriTemplate.error().sentence));
    const std::vector<std::string> variables = uriTemplate->variables();
    UriTemplate::Values values;
    for (const json::Value value : given) {
        const std::string name = value.key();
        if (std::find(variables.begin(), variables.end(), name) == variables.end()) {
            QStringList known;
            for (const std::string &variable : variables)
                known += QString::fromStdString(variable);
            return usageError(
                Text::tr("The template %1 has no variable %2. Its variables: %3.")
                    .arg(quotedWord(options.name), quotedWord(QString::fromStdString(name)),
                        known.isEmpty() ? Text::tr("none") : listText(known)));
        }
        if (!value.isNull())
            values[name] = variableOf(value);
    }
    Result<std::string> uri = uriTemplate->expand(values);
    if (!uri)
        return usageError(uri.error().sentence);
    return uri;
}

// Without words the URI is sent as it is, whatever it looks like.
Result<ReadyJson> readParams(const Options &options)
{
    Result<ReadyJson> text = argumentsFromWords(options.words);
    if (!text)
        return text;
    std::string uri = options.name.toStdString();
    if (!options.words.empty()) {
        const json::Document given = json::Document::parse(text->bytes);
        const Result<std::string> full = expanded(options, given.root());
        if (!full)
            return full.error();
        uri = *full;
    }
    json::Builder params;
    return ReadyJson{
        params.beginObject().member("uri", std::string_view(uri)).endObject().take(), text->notes};
}

// The first word is what is completed, the others are known already: 2025-06-18 server/utilities/
// completion, `context.arguments`.
Result<ReadyJson> completionParams(const Options &options)
{
    const bool prompt = options.command == Command::CompletePrompt;
    const Result<ReadyJson> typed = argumentsFromWords({options.words.front()});
    Result<ReadyJson> others = argumentsFromWords({options.words.begin() + 1, options.words.end()});
    if (!typed)
        return typed.error();
    if (!others)
        return others;
    const json::Document word = json::Document::parse(typed->bytes);
    const json::Value argument = word.root().first();
    json::Builder params;
    params.beginObject().key("ref").beginObject();
    params.member("type", prompt ? "ref/prompt" : "ref/resource");
    params.member(prompt ? "name" : "uri", QStringView(options.name)).endObject();
    params.key("argument").beginObject();
    params.member("name", std::string_view(argument.key()));
    params.rawMember("value", argument.raw()).endObject();
    if (options.words.size() > 1)
        params.key("context")
            .beginObject()
            .rawMember("arguments", others->bytes.view())
            .endObject();
    return ReadyJson{params.endObject().take(), others->notes};
}

} // namespace

Result<ReadyJson> requestParams(const Options &options)
{
    const bool namesRequest =
        options.command == Command::FanOut || options.command == Command::Load;
    switch (namesRequest ? options.fanOut.request : options.command) {
    case Command::Request:
    case Command::Notify:
        return paramsFromText(Bytes::copyOf(options.params));
    case Command::ToolsCall:
        return givenArguments(options);
    case Command::PromptsGet:
        return promptParams(options);
    case Command::ResourcesRead:
        return readParams(options);
    case Command::CompletePrompt:
    case Command::CompleteResource:
        return completionParams(options);
    default:
        return ReadyJson{};
    }
}

} // namespace sonde::cli
