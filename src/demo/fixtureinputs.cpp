// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/fixtures.h"

#include "demo/inputfixture.h"

namespace sonde::demo {

// The ways a request of 2026-07-28 can ask for input: one thing, several, round after round.
namespace {

constexpr std::string_view kPrefix = "test_input_required_result_";

std::string form(std::string_view message, std::string_view property, std::string_view type)
{
    return R"({"message":")" + std::string(message)
        + R"(","requestedSchema":{"type":"object","properties":{")" + std::string(property)
        + R"(":{"type":")" + std::string(type) + R"("}},"required":[")" + std::string(property)
        + R"("]}})";
}

InputRequest elicitation(std::string name, std::string_view message, std::string_view property,
    std::string_view type = "string")
{
    return {std::move(name), "elicitation/create", form(message, property, type), "elicitation"};
}

InputRequest sampling(std::string name, std::string_view prompt)
{
    return {std::move(name), "sampling/createMessage",
        R"({"messages":[{"role":"user","content":{"type":"text","text":")" + std::string(prompt)
            + R"("}}],"maxTokens":100})",
        "sampling"};
}

InputRequest roots()
{
    return {"client_roots", "roots/list", "{}", "roots"};
}

InputRequest userName()
{
    return elicitation("user_name", "What is your name?", "name");
}

InputRequest confirmation()
{
    return elicitation("confirm", "Please confirm", "ok", "boolean");
}

void finishWith(Call &call, std::string_view text)
{
    call.finish(ToolResult(call.features()).text(text).json());
}

void greet(Call &call, const json::Value &responses)
{
    finishWith(call, "Hello, " + responses["user_name"]["content"]["name"].text() + '!');
}

void repeat(Call &call, const json::Value &responses)
{
    finishWith(call, "Understood: " + std::string(responses.raw()));
}

void confirmState(Call &call, const json::Value &)
{
    finishWith(call, "state-ok");
}

std::vector<InputFixture> inputFixtures()
{
    const std::string prefix(kPrefix);
    return {
        {prefix + "elicitation", {{userName()}}, false, false, greet},
        {prefix + "sampling", {{sampling("capital_question", "What is the capital of France?")}},
            false, false, repeat},
        {prefix + "list_roots", {{roots()}}, false, false, repeat},
        {prefix + "request_state", {{confirmation()}}, true, false, confirmState},
        {prefix + "multiple_inputs",
            {{userName(), sampling("greeting", "Generate a greeting"), roots()}}, true, false,
            repeat},
        {prefix + "multi_round",
            {{elicitation("step1", "Step 1: What is your name?", "name")},
                {elicitation("step2", "Step 2: What is your favorite color?", "color")}},
            true, false, repeat},
        {prefix + "tampered_state", {{confirmation()}}, true, false, confirmState},
        {prefix + "capabilities", {{userName(), sampling("greeting", "Generate a greeting")}}, true,
            true, repeat},
    };
}

} // namespace

std::vector<Tool> fixtureInputTools(const QByteArray &secret)
{
    std::vector<Tool> tools;
    for (const InputFixture &each : inputFixtures()) {
        Hints hints = Hints::harmless();
        hints.openWorld = true;
        Tool tool{each.name, each.name, "Asks for input before it answers.",
            R"({"type":"object","additionalProperties":false})", {}, hints,
            [each, secret](Call &call, Arguments &) { each.run(call, secret); }, {}};
        tool.statelessOnly = true;
        tools.push_back(std::move(tool));
    }
    return tools;
}

} // namespace sonde::demo
