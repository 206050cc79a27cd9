// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/fixtures.h"

#include "demo/barchart.h"
#include "demo/tone.h"
#include "json/builder.h"

namespace sonde::demo {

// One tool for each kind of content, each kind of notification, and each way to go wrong.
namespace {

constexpr std::string_view kNoArguments = R"({"type":"object","additionalProperties":false})";
constexpr Milliseconds kPause{50};

// An embedded resource without annotations; the text is its contents.
std::string embedded(std::string_view uri, std::string_view mimeType, std::string_view text)
{
    json::Builder block;
    block.beginObject()
        .member("type", "resource")
        .key("resource")
        .beginObject()
        .member("uri", uri)
        .member("mimeType", mimeType)
        .member("text", text)
        .endObject()
        .endObject();
    return block.takeString();
}

void simpleText(Call &call, Arguments &)
{
    call.finish(
        ToolResult(call.features()).text("This is a simple text response for testing.").json());
}

void imageContent(Call &call, Arguments &)
{
    call.finish(
        ToolResult(call.features()).block(imageBlock(barChartPng({1}), "image/png")).json());
}

void audioContent(Call &call, Arguments &)
{
    const std::string wav = toneWav(440, Milliseconds(10));
    call.finish(
        ToolResult(call.features()).block(audioBlock(call.features(), wav, "audio/wav")).json());
}

void embeddedResource(Call &call, Arguments &)
{
    call.finish(ToolResult(call.features())
                    .block(embedded("test://embedded-resource", "text/plain",
                        "This is an embedded resource content."))
                    .json());
}

void mixedContent(Call &call, Arguments &)
{
    call.finish(ToolResult(call.features())
                    .text("Multiple content types test:")
                    .block(imageBlock(barChartPng({1}), "image/png"))
                    .block(embedded("test://mixed-content-resource", "application/json",
                        R"({"test":"data","value":123})"))
                    .json());
}

void errorHandling(Call &call, Arguments &)
{
    call.finish(ToolResult(call.features())
                    .text("This tool intentionally returns an error for testing")
                    .error()
                    .json());
}

void withLogging(Call &call, Arguments &)
{
    call.log(LogLevel::Info, "fixture", R"("Tool execution started")");
    call.after(kPause, [](Call &second) {
        second.log(LogLevel::Info, "fixture", R"("Tool processing data")");
        second.after(kPause, [](Call &third) {
            third.log(LogLevel::Info, "fixture", R"("Tool execution completed")");
            third.finish(ToolResult(third.features()).text("Logged three times.").json());
        });
    });
}

void withProgress(Call &call, Arguments &)
{
    call.progress(0, 100, {});
    call.after(kPause, [](Call &second) {
        second.progress(50, 100, {});
        second.after(kPause, [](Call &third) {
            third.progress(100, 100, {});
            third.finish(ToolResult(third.features()).text("Reported three times.").json());
        });
    });
}

// The client has to come back for the answer, where its revision knows how.
void reconnection(Call &call, Arguments &)
{
    call.hangUp();
    call.after(2 * kPause, [](Call &later) {
        later.finish(ToolResult(later.features()).text("Sent after the connection ended.").json());
    });
}

// `list` is said to have changed; anybody may ask for it again and see the same.
ToolBody triggerChange(const Changes &changes, List list)
{
    return [&changes, list](Call &call, Arguments &) {
        changes.listChanged(list);
        call.finish(ToolResult(call.features()).text("Everybody who listens was told.").json());
    };
}

constexpr std::string_view kSchema2020 =
    R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",)"
    R"("$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{)"
    R"("street":{"type":"string"},"city":{"type":"string"}}}},)"
    R"("properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},)"
    R"("contactMethod":{"type":"string","enum":["phone","email"]},)"
    R"("phone":{"type":"string"},"email":{"type":"string"}},)"
    R"("allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],)"
    R"("if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},)"
    R"("then":{"required":["phone"]},"else":{"required":["email"]},)"
    R"("additionalProperties":false})";

Tool fixture(const std::string &name, std::string description, ToolBody body)
{
    return {name, name, std::move(description), std::string(kNoArguments), {}, Hints::harmless(),
        std::move(body), {}};
}

} // namespace

std::vector<Tool> fixtureTools(const Changes &changes)
{
    std::vector<Tool> tools{
        fixture("test_simple_text", "One text.", simpleText),
        fixture("test_image_content", "One image.", imageContent),
        fixture("test_audio_content", "One sound.", audioContent),
        fixture("test_embedded_resource", "One embedded resource.", embeddedResource),
        fixture("test_multiple_content_types", "A text, an image, a resource.", mixedContent),
        fixture("test_error_handling", "Always fails.", errorHandling),
        fixture("test_tool_with_logging", "Logs three messages.", withLogging),
        fixture("test_logging_tool", "Logs, if it may.", withLogging),
        fixture("test_tool_with_progress", "Reports progress three times.", withProgress),
        fixture("test_reconnection", "Hangs up before it answers.", reconnection),
        fixture("test_trigger_tool_change", "Says that the tools have changed.",
            triggerChange(changes, List::Tools)),
        fixture("test_trigger_prompt_change", "Says that the prompts have changed.",
            triggerChange(changes, List::Prompts)),
        fixture("json_schema_2020_12_tool", "Tool with JSON Schema 2020-12 features.", simpleText),
    };
    tools.back().inputSchema = kSchema2020;
    return tools;
}

} // namespace sonde::demo
