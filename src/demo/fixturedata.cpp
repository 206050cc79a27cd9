// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/fixtures.h"

#include "demo/barchart.h"
#include "demo/content.h"
#include "demo/inputfixture.h"
#include "json/builder.h"

namespace sonde::demo {

// Prompts and resources.
namespace {

void simplePrompt(Call &call, const Prompt &prompt, const json::Value &)
{
    Prompts::finish(call, prompt,
        {Prompts::message("user", textBlock("This is a simple prompt for testing."))});
}

void promptWithArguments(Call &call, const Prompt &prompt, const json::Value &arguments)
{
    const std::string text = "Prompt with arguments: arg1='" + arguments["arg1"].text()
        + "', arg2='" + arguments["arg2"].text() + '\'';
    Prompts::finish(call, prompt, {Prompts::message("user", textBlock(text))});
}

void promptWithResource(Call &call, const Prompt &prompt, const json::Value &arguments)
{
    const std::string contents = Resources::textContents(
        arguments["resourceUri"].text(), "text/plain", "Embedded resource content for testing.");
    Prompts::finish(call, prompt,
        {Prompts::message("user", R"({"type":"resource","resource":)" + contents + '}'),
            Prompts::message("user", textBlock("Please process the embedded resource above."))});
}

void promptWithImage(Call &call, const Prompt &prompt, const json::Value &)
{
    Prompts::finish(call, prompt,
        {Prompts::message("user", imageBlock(barChartPng({1}), "image/png")),
            Prompts::message("user", textBlock("Please analyze the image above."))});
}

void promptWithInput(
    Call &call, const Prompt &prompt, const json::Value &arguments, const QByteArray &secret)
{
    // The other era has no such results.
    if (!isStateless(call.features().revision))
        return simplePrompt(call, prompt, arguments);
    const InputFixture fixture{prompt.name,
        {{{"user_context", "elicitation/create",
            R"({"message":"What context should the prompt use?","requestedSchema":)"
            R"({"type":"object","properties":{"context":{"type":"string"}},)"
            R"("required":["context"]}})",
            "elicitation"}}},
        false, false, [&prompt](Call &asked, const json::Value &responses) {
            const std::string context = responses["user_context"]["content"]["context"].text();
            Prompts::finish(
                asked, prompt, {Prompts::message("user", textBlock("Context: " + context))});
        }};
    fixture.run(call, secret);
}

std::string binaryContents(std::string_view uri)
{
    json::Builder contents;
    contents.beginObject()
        .member("uri", uri)
        .member("mimeType", "image/png")
        .member("blob", base64(barChartPng({1})))
        .endObject();
    return contents.takeString();
}

// test://template/{id}/data
std::string templateContents(std::string_view uri)
{
    constexpr std::string_view kBegin = "test://template/";
    constexpr std::string_view kEnd = "/data";
    if (!uri.starts_with(kBegin) || !uri.ends_with(kEnd)
        || uri.size() <= kBegin.size() + kEnd.size())
        return {};
    const std::string_view id = uri.substr(kBegin.size(), uri.size() - kBegin.size() - kEnd.size());
    json::Builder data;
    data.beginObject()
        .member("id", id)
        .member("templateTest", true)
        .member("data", "Data for ID: " + std::string(id))
        .endObject();
    return Resources::textContents(uri, "application/json", data.view());
}

// A resource of one URI.
Resource text(std::string_view uri, std::string_view description, std::string_view contents)
{
    return {std::string(uri), std::string(description), "text/plain", false,
        [uri, contents](std::string_view wanted) {
            return wanted == uri ? Resources::textContents(uri, "text/plain", contents)
                                 : std::string();
        }};
}

} // namespace

std::vector<Prompt> fixturePrompts(const QByteArray &secret)
{
    return {
        {"test_simple_prompt", "Simple", "One text", {}, simplePrompt},
        {"test_prompt_with_arguments", "Arguments", "Shows its arguments",
            {{"arg1", "First", "First test argument", true},
                {"arg2", "Second", "Second test argument", true}},
            promptWithArguments},
        {"test_prompt_with_embedded_resource", "Resource", "Has a resource embedded in it",
            {{"resourceUri", "URI", "URI of the resource to embed", true}}, promptWithResource},
        {"test_prompt_with_image", "Image", "Has an image in it", {}, promptWithImage},
        {"test_input_required_result_prompt", "Input", "Asks for input before it answers", {},
            [secret](Call &call, const Prompt &prompt, const json::Value &arguments) {
                promptWithInput(call, prompt, arguments, secret);
            }},
    };
}

std::vector<Resource> fixtureResources()
{
    constexpr std::string_view kBinary = "test://static-binary";
    return {
        text("test://static-text", "A text", "This is the content of the static text resource."),
        text("test://watched-resource", "A text to subscribe to", "Watched resource content."),
        {std::string(kBinary), "A picture", "image/png", false,
            [kBinary](std::string_view uri) {
                return uri == kBinary ? binaryContents(uri) : std::string();
            }},
        {"test://template/{id}/data", "Data by id", "application/json", true, templateContents},
    };
}

} // namespace sonde::demo
