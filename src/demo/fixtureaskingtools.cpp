// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/fixtures.h"

#include "json/builder.h"

namespace sonde::demo {

// Tools that ask the client in the way of either era.
namespace {

constexpr std::string_view kNoArguments = R"({"type":"object","additionalProperties":false})";

constexpr std::string_view kDefaults =
    R"({"type":"object","properties":{)"
    R"("name":{"type":"string","default":"John Doe"},)"
    R"("age":{"type":"integer","default":30},)"
    R"("score":{"type":"number","default":95.5},)"
    R"("status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},)"
    R"("verified":{"type":"boolean","default":true}}})";

constexpr std::string_view kEnums =
    R"({"type":"object","properties":{)"
    R"("untitledSingle":{"type":"string","enum":["option1","option2","option3"]},)"
    R"("titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},)"
    R"({"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},)"
    R"("legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],)"
    R"("enumNames":["Option One","Option Two","Option Three"]},)"
    R"("untitledMulti":{"type":"array","items":{"type":"string",)"
    R"("enum":["option1","option2","option3"]}},)"
    R"("titledMulti":{"type":"array","items":{"anyOf":[)"
    R"({"const":"value1","title":"First Choice"},{"const":"value2","title":"Second Choice"},)"
    R"({"const":"value3","title":"Third Choice"}]}}}})";

constexpr std::string_view kUser =
    R"({"type":"object","properties":{)"
    R"("username":{"type":"string","description":"User's response"},)"
    R"("email":{"type":"string","description":"User's email address"}},)"
    R"("required":["username","email"]})";

Question sampling(std::string_view prompt)
{
    json::Builder params;
    params.beginObject()
        .key("messages")
        .beginArray()
        .beginObject()
        .member("role", "user")
        .rawMember("content", textBlock(prompt))
        .endObject()
        .endArray()
        .member("maxTokens", 100)
        .endObject();
    return {"sampling/createMessage", params.takeString(), "sampling", R"({"sampling":{}})"};
}

Question elicitation(std::string_view message, std::string_view schema)
{
    json::Builder params;
    params.beginObject()
        .member("message", message)
        .rawMember("requestedSchema", schema)
        .endObject();
    return {"elicitation/create", params.takeString(), "elicitation", R"({"elicitation":{}})"};
}

void finishRefused(Call &call, const Answer &answer)
{
    call.finish(
        ToolResult(call.features()).text("The client refused: " + answer.refusal).error().json());
}

void sample(Call &call, const std::string &prompt)
{
    call.ask(sampling(prompt), [](Call &asked, const Answer &answer) {
        if (!answer.result)
            return finishRefused(asked, answer);
        asked.finish(ToolResult(asked.features())
                         .text("LLM response: " + answer.result["content"]["text"].text())
                         .json());
    });
}

void elicit(Call &call, const Question &question, const std::string &words)
{
    call.ask(question, [words](Call &asked, const Answer &answer) {
        if (!answer.result)
            return finishRefused(asked, answer);
        const json::Value content = answer.result["content"];
        asked.finish(ToolResult(asked.features())
                         .text(words + "action=" + answer.result["action"].text()
                             + ", content=" + std::string(content ? content.raw() : "{}"))
                         .json());
    });
}

ToolBody eliciting(std::string_view schema)
{
    return [schema](Call &call, Arguments &) {
        elicit(call, elicitation("Please fill this form", schema), "Elicitation completed: ");
    };
}

void testSampling(Call &call, Arguments &arguments)
{
    const std::string prompt = arguments.requiredText("prompt");
    if (!arguments.fit())
        return Tools::rejectArguments(call, arguments);
    sample(call, prompt);
}

void testElicitation(Call &call, Arguments &arguments)
{
    const std::string message = arguments.requiredText("message");
    if (!arguments.fit())
        return Tools::rejectArguments(call, arguments);
    elicit(call, elicitation(message, kUser), "User response: ");
}

Tool fixture(
    const std::string &name, std::string description, ToolBody body, std::string_view schema)
{
    Hints hints = Hints::harmless();
    hints.openWorld = true;
    return {
        name, name, std::move(description), std::string(schema), {}, hints, std::move(body), {}};
}

} // namespace

std::vector<Tool> fixtureAskingTools()
{
    return {
        fixture("test_sampling", "Asks the client's model.", testSampling,
            R"({"type":"object","properties":{"prompt":{"type":"string"}},"required":["prompt"]})"),
        fixture("test_elicitation", "Asks the person.", testElicitation,
            R"({"type":"object","properties":{"message":{"type":"string"}},)"
            R"("required":["message"]})"),
        fixture("test_elicitation_sep1034_defaults", "Asks with defaults.", eliciting(kDefaults),
            kNoArguments),
        fixture("test_elicitation_sep1330_enums", "Asks with every kind of choice.",
            eliciting(kEnums), kNoArguments),
        fixture("test_streaming_elicitation", "Asks the person.", eliciting(kUser), kNoArguments),
        fixture(
            "test_missing_capability", "Needs a client with sampling.",
            [](Call &call, Arguments &) { sample(call, "Are you there?"); }, kNoArguments),
    };
}

} // namespace sonde::demo
