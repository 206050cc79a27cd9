// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "synthetic/syntheticresults.h"

#include "rpc/message.h"
#include "schema/example.h"
#include "schema/exampletext.h"
#include "schema/validator.h"
#include "json/builder.h"
#include "json/document.h"

#include <QByteArray>

#include <memory>

namespace sonde::synthetic {

namespace {

using schema::SeededNumbers;

constexpr std::uint64_t kMaxSteps = 5'000'000; // of a validation

std::shared_ptr<const json::Document> documentOf(const json::Value &schema)
{
    return std::make_shared<json::Document>(
        json::Document::parse(Bytes::copyOf(schema.raw()), {.maxDepth = 1000}));
}

// "Amber harbor river."
std::string sentence(SeededNumbers &numbers)
{
    constexpr std::size_t kWords = 6;
    std::string text = schema::exampleWords(numbers, kWords) + '.';
    text.front() = char(text.front() - 'a' + 'A');
    return text;
}

std::string missing(std::string_view argument)
{
    return "The argument \"" + std::string(argument) + "\" is missing.";
}

// Why the arguments do not fit; empty: they do, or the schema cannot be used.
std::string problemWith(const json::Value &schema, const json::Value &arguments)
{
    if (!schema.exists())
        return {};
    const auto validator =
        schema::Validator::make(documentOf(schema), {}, {.limits = {.maxSteps = kMaxSteps}});
    if (!validator)
        return {};
    const json::Document none = json::Document::parse(std::string_view("{}"));
    const schema::Outcome outcome =
        validator->validate(arguments.exists() ? arguments : none.root());
    if (outcome.verdict != schema::Outcome::Verdict::Invalid)
        return {};
    if (outcome.errors.empty())
        return "The arguments do not fit the input schema.";
    const schema::Unit &first = outcome.errors.front();
    if (!first.missing.empty())
        return missing(first.missing);
    const std::string place = first.instanceLocation.toStdString();
    return "The value at \"" + place + "\" of the arguments does not fit \"" + first.keyword
        + "\" of the input schema.";
}

std::string textContent(std::string_view text)
{
    json::Builder out;
    out.beginArray().beginObject().member("type", "text").member("text", text);
    return out.endObject().endArray().takeString();
}

std::string toolError(std::string_view text)
{
    json::Builder out;
    out.beginObject().rawMember("content", textContent(text)).member("isError", true);
    return out.endObject().takeString();
}

std::string jsonText(SeededNumbers &numbers)
{
    json::Builder out;
    out.beginObject().member("name", std::string_view(schema::exampleWords(numbers, 2)));
    out.member("count", std::int64_t(numbers.below(100)));
    return out.endObject().takeString();
}

// Empty: such contents are no text.
std::string textOfType(std::string_view mimeType, SeededNumbers &numbers)
{
    const auto has = [mimeType](std::string_view part) {
        return mimeType.find(part) != std::string_view::npos;
    };
    if (has("json"))
        return jsonText(numbers);
    if (has("svg"))
        return R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>)";
    if (has("html") || has("xml"))
        return "<p>" + sentence(numbers) + "</p>";
    if (has("markdown")) {
        std::string text = "# " + schema::exampleWords(numbers, 2) + "\n\n";
        return text += sentence(numbers) + '\n';
    }
    return mimeType.empty() || mimeType.starts_with("text/") ? sentence(numbers) : std::string();
}

// Base64.
std::string blobOfType(std::string_view mimeType, SeededNumbers &numbers)
{
    if (mimeType == "image/png") // of one pixel
        return "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+"
               "M9QDwADhgGAWjR9awAAAABJ"
               "RU5ErkJggg==";
    return QByteArray::fromStdString(sentence(numbers)).toBase64().toStdString();
}

// For people, or else the name.
std::string titleOf(const json::Value &definition)
{
    const json::Value title = definition["title"];
    return title.isString() ? title.text() : definition["name"].text();
}

} // namespace

Response callResult(const json::Value &tool, const json::Value &arguments,
    const SyntheticDialect &dialect, std::uint64_t seed)
{
    if (arguments.exists() && !arguments.isObject())
        return SyntheticError{rpc::kInvalidParams, "arguments must be an object."};
    if (const std::string problem = problemWith(tool["inputSchema"], arguments); !problem.empty()) {
        if (dialect.hasInputErrorResults)
            return toolError(problem);
        return SyntheticError{rpc::kInvalidParams, problem};
    }
    json::Builder out;
    out.beginObject();
    const json::Value outputSchema = tool["outputSchema"];
    if (outputSchema.exists() && dialect.hasStructuredContent) {
        // 2025-06-18 server/tools: the JSON SHOULD also be in a text.
        const std::string value = schema::ExampleMaker(documentOf(outputSchema)).make(seed).text;
        out.rawMember("content", textContent(value)).rawMember("structuredContent", value);
    } else {
        SeededNumbers numbers(seed);
        out.rawMember("content", textContent(titleOf(tool) + ": " + sentence(numbers)));
    }
    return out.endObject().takeString();
}

std::string readResult(const json::Value &resource, std::string_view uri, std::uint64_t seed)
{
    SeededNumbers numbers(seed);
    const std::string mimeType = resource["mimeType"].text();
    json::Builder out;
    out.beginObject().key("contents").beginArray().beginObject().member("uri", uri);
    if (!mimeType.empty())
        out.member("mimeType", std::string_view(mimeType));
    if (const std::string text = textOfType(mimeType, numbers); !text.empty())
        out.member("text", std::string_view(text));
    else
        out.member("blob", std::string_view(blobOfType(mimeType, numbers)));
    return out.endObject().endArray().endObject().takeString();
}

Response promptResult(const json::Value &prompt, const json::Value &arguments, std::uint64_t seed)
{
    if (arguments.exists() && !arguments.isObject())
        return SyntheticError{rpc::kInvalidParams, "arguments must be an object."};
    for (const json::Value argument : prompt["arguments"]) {
        const std::string name = argument["name"].text();
        if (argument["required"].toBool().value_or(false) && !arguments[name].exists())
            return SyntheticError{rpc::kInvalidParams, missing(name)};
    }
    std::string text = titleOf(prompt) + '.';
    for (const json::Value argument : arguments) {
        if (!argument.isString())
            return SyntheticError{
                rpc::kInvalidParams, "The argument \"" + argument.key() + "\" must be a string."};
        text += ' ' + argument.key() + ": " + argument.text() + '.';
    }
    SeededNumbers numbers(seed);
    text += ' ' + sentence(numbers);
    json::Builder out;
    out.beginObject();
    if (prompt["description"].isString())
        out.rawMember("description", prompt["description"].raw());
    out.key("messages").beginArray().beginObject().member("role", "user").key("content");
    out.beginObject().member("type", "text").member("text", std::string_view(text)).endObject();
    return out.endObject().endArray().endObject().takeString();
}

} // namespace sonde::synthetic
