// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/offers/tools.h"

#include "demo/offers/barchart.h"
#include "json/builder.h"

namespace sonde::demo {

// Tools that need something of the client before they can respond. How they get it is the
// dialect's affair: a request of their own, or a result that asks for input.
namespace {

void finishRefused(Call &call, const ClientResponse &response)
{
    call.finish(
        ToolResult(call.features()).text("The client refused: " + response.refusal).error().json());
}

void finishInvalid(Call &call, std::string_view lacking)
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

RequestToClient samplingRequest(std::string_view text, std::int64_t maxTokens)
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
    call.sendRequest(
        samplingRequest(text, maxTokens), [](Call &resumed, const ClientResponse &response) {
            if (!response.result)
                return finishRefused(resumed, response);
            if (!response.result["content"].isContainer())
                return finishInvalid(resumed, "content");
            const std::string model = response.result["model"].text();
            resumed.finish(ToolResult(resumed.features())
                               .text(sampledText(response.result))
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

RequestToClient addressRequest(const Features &features)
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
    call.sendRequest(
        addressRequest(call.features()), [](Call &resumed, const ClientResponse &response) {
            if (!response.result)
                return finishRefused(resumed, response);
            const std::string action = response.result["action"].text();
            if (action != "accept" && action != "decline" && action != "cancel")
                return finishInvalid(resumed, "action");
            ToolResult result(resumed.features());
            if (action == "accept" && !response.result["content"].isObject())
                return finishInvalid(resumed, "content");
            if (action == "accept")
                result.text("Confirmed: " + std::string(response.result["content"].raw()));
            else
                result.text("Not confirmed: " + action);
            resumed.finish(result.json());
        });
}

void listRoots(Call &call, Arguments &)
{
    call.sendRequest({"roots/list", {}, "roots", R"({"roots":{}})"},
        [](Call &resumed, const ClientResponse &response) {
            if (!response.result)
                return finishRefused(resumed, response);
            if (!response.result["roots"].isArray())
                return finishInvalid(resumed, "roots");
            std::string text;
            for (const json::Value &root : response.result["roots"])
                text += root["uri"].text() + '\n';
            resumed.finish(ToolResult(resumed.features())
                               .text(text.empty() ? "The client has no roots." : text)
                               .json());
        });
}

void pingClient(Call &call, Arguments &)
{
    call.sendRequest(
        {"ping", {}, {}, {}}, [sentAt = call.now()](Call &later, const ClientResponse &response) {
            if (!response.result)
                return finishRefused(later, response);
            const auto took = (later.now() - sentAt).count();
            later.finish(ToolResult(later.features())
                             .text("The client answered after " + std::to_string(took) + " ms.")
                             .json());
        });
}

} // namespace

std::vector<Tool> inputTools()
{
    Hints harmless = Hints::harmless();
    harmless.openWorld = true; // a model or a person is asked
    return {
        {"summarize", "Summarize", "Requests a summary from the client's model (sampling).",
            R"({"type":"object","properties":{"text":{"type":"string",)"
            R"("description":"What the model reads"},)"
            R"("max_tokens":{"type":"integer","minimum":1,"default":400,)"
            R"("description":"The longest summary"}},"required":["text"]})",
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
