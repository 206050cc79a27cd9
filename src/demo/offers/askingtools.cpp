// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/offers/tools.h"

#include "demo/offers/barchart.h"
#include "json/builder.h"

namespace sonde::demo {

// Tools that need something of the client before they can answer. How they get it is the
// dialect's affair: a request of their own, or a result that asks for input.
namespace {

void finishRefused(Call &call, const ClientResponse &answer)
{
    call.finish(
        ToolResult(call.features()).text("The client refused: " + answer.refusal).error().json());
}

void finishDiscardedInput(Call &call, std::string_view lacking)
{
    call.finish(ToolResult(call.features())
                    .text("The client's response has no " + std::string(lacking) + '.')
                    .error()
                    .json());
}

std::string sampleMessage(std::string_view role, std::string_view content)
{
    json::Builder message;
    message.beginObject().member("role", role).rawMember("content", content).endObject();
    return message.takeString();
}

RequestToClient samplingQuestion(std::string_view text, std::int64_t maxTokens)
{
    json::Builder params;
    params.beginObject()
        .key("messages")
        .beginArray()
        .raw(sampleMessage("user", textBlock("This is the chart of the week.")))
        .raw(sampleMessage("user", imageBlock(barChartPng({3, 5, 2, 8, 6, 7, 4}), "image/png")))
        .raw(sampleMessage("assistant", textBlock("Seven bars. What shall I do with them?")))
        .raw(sampleMessage("user", textBlock("Summarize, in one sentence: " + std::string(text))))
        .endArray()
        .rawMember("modelPreferences", R"({"hints":[{"name":"small"}],"speedPriority":0.9})")
        .member("systemPrompt", "Be brief.")
        .rawMember("temperature", "0.20")
        .member("maxTokens", maxTokens)
        .endObject();
    return {"sampling/createMessage", params.takeString(), "sampling", R"({"sampling":{}})"};
}

// The content is one block, since 2025-11-25 also a list of them.
std::string sampledText(const json::Value &result)
{
    const json::Value content = result["content"];
    std::string text = content["text"].text();
    if (content.isArray()) {
        for (const json::Value &block : content)
            text += block["text"].text();
    }
    return text;
}

void summarize(Call &call, Arguments &arguments)
{
    const std::string text = arguments.requiredText("text");
    const std::int64_t maxTokens = arguments.integer("max_tokens", 400, 1, 100'000);
    if (!arguments.fit())
        return Tools::rejectArguments(call, arguments);
    call.ask(samplingQuestion(text, maxTokens), [](Call &asked, const ClientResponse &answer) {
        if (!answer.result)
            return finishRefused(asked, answer);
        if (!answer.result["content"].isContainer())
            return finishDiscardedInput(asked, "content");
        const std::string model = answer.result["model"].text();
        asked.finish(ToolResult(asked.features())
                         .text(sampledText(answer.result))
                         .text("By the model " + (model.empty() ? "?" : model))
                         .json());
    });
}

// The country is a list of titled choices: enumNames until 2025-06-18, oneOf since.
std::string addressSchema(const Features &features)
{
    const std::string country = features.elicitationModes
        ? R"({"type":"string","title":"Country","oneOf":[{"const":"IS","title":"Iceland"},)"
          R"({"const":"FI","title":"Finland"},{"const":"JP","title":"Japan"}],"default":"IS"})"
        : R"({"type":"string","title":"Country","enum":["IS","FI","JP"],)"
          R"("enumNames":["Iceland","Finland","Japan"]})";
    return R"({"type":"object","properties":{)"
           R"("street":{"type":"string","title":"Street","minLength":1},)"
           R"("city":{"type":"string","title":"City"},"country":)"
        + country + R"(},"required":["street","country"]})";
}

RequestToClient addressQuestion(const Features &features)
{
    json::Builder params;
    params.beginObject();
    if (features.elicitationModes)
        params.member("mode", "form");
    params.member("message", "Confirm the delivery address")
        .rawMember("requestedSchema", addressSchema(features))
        .endObject();
    return {"elicitation/create", params.takeString(), "elicitation",
        features.elicitationModes ? R"({"elicitation":{"form":{}}})" : R"({"elicitation":{}})"};
}

void confirmAddress(Call &call, Arguments &)
{
    if (!call.features().elicitation) {
        return call.finish(
            ToolResult(call.features())
                .text("Revision " + std::string(revisionName(call.features().revision))
                    + " has no elicitation.")
                .error()
                .json());
    }
    call.ask(addressQuestion(call.features()), [](Call &asked, const ClientResponse &answer) {
        if (!answer.result)
            return finishRefused(asked, answer);
        const std::string action = answer.result["action"].text();
        if (action != "accept" && action != "decline" && action != "cancel")
            return finishDiscardedInput(asked, "action");
        ToolResult result(asked.features());
        if (action == "accept" && !answer.result["content"].isObject())
            return finishDiscardedInput(asked, "content");
        if (action == "accept")
            result.text("Confirmed: " + std::string(answer.result["content"].raw()));
        else
            result.text("Not confirmed: " + action);
        asked.finish(result.json());
    });
}

void listRoots(Call &call, Arguments &)
{
    call.ask({"roots/list", {}, "roots", R"({"roots":{}})"},
        [](Call &asked, const ClientResponse &answer) {
            if (!answer.result)
                return finishRefused(asked, answer);
            if (!answer.result["roots"].isArray())
                return finishDiscardedInput(asked, "roots");
            std::string text;
            for (const json::Value &root : answer.result["roots"])
                text += root["uri"].text() + '\n';
            asked.finish(ToolResult(asked.features())
                             .text(text.empty() ? "The client has no roots." : text)
                             .json());
        });
}

void pingClient(Call &call, Arguments &)
{
    call.ask({"ping", {}, {}, {}}, [asked = call.now()](Call &later, const ClientResponse &answer) {
        if (!answer.result)
            return finishRefused(later, answer);
        const auto took = (later.now() - asked).count();
        later.finish(ToolResult(later.features())
                         .text("The client answered after " + std::to_string(took) + " ms.")
                         .json());
    });
}

constexpr std::string_view kNoArguments = R"({"type":"object","additionalProperties":false})";

} // namespace

std::vector<Tool> askingTools()
{
    Hints harmless = Hints::harmless();
    harmless.openWorld = true; // a model or a person is asked
    return {
        {"summarize", "Summarize", "Requests a summary from the client's model (sampling).",
            R"({"type":"object","properties":{"text":{"type":"string"},)"
            R"("max_tokens":{"type":"integer","minimum":1,"default":400}},"required":["text"]})",
            {}, harmless, summarize, {}},
        {"confirm_address", "Confirm an address", "Requests a form from the user (elicitation).",
            std::string(kNoArguments), {}, harmless, confirmAddress, {}},
        {"list_roots", "List roots", "Requests the client's folders (roots).",
            std::string(kNoArguments), {}, harmless, listRoots, {}},
        {"ping_client", "Ping the client", "Pings the client.", std::string(kNoArguments), {},
            Hints::harmless(), pingClient, {}, true},
    };
}

} // namespace sonde::demo
