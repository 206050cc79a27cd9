// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/consent.h"

#include "base/visiblecharacter.h"
#include "json/builder.h"

#include <utility>

namespace sonde::agent {

namespace {

constexpr std::size_t kMaxShown = 4000; // bytes of the command or the arguments
constexpr std::size_t kMaxRefused = 200; // bytes of what is too long

// On one line, so that nothing in it looks like a part of the question.
std::string shownOf(const std::string &text)
{
    QString shown = json::toQString(beginningOf(text, kMaxShown));
    for (QChar &character : shown)
        character = visibleCharacter(character);
    if (text.size() > kMaxShown)
        shown += QStringLiteral(" … (%1 bytes)").arg(text.size());
    return shown.toStdString();
}

} // namespace

void askPerson(const AgentToolCall &tool, const Question &question, std::function<void()> allowed)
{
    const demo::Features &features = tool.call().features();
    const std::string text = tool.redacted(question.what);
    if (text.size() > kMaxShown && !question.mayBeCut) {
        return tool.fail("Refused because it is too long: the person would not see all of its "
            + std::to_string(text.size()) + " bytes, but at most " + std::to_string(kMaxShown)
            + ". It begins with: " + shownOf(std::string(beginningOf(text, kMaxRefused))) + '\n'
            + question.option);
    }
    const std::string shown = shownOf(text);
    json::Builder params;
    params.beginObject();
    if (features.elicitationModes)
        params.member("mode", "form");
    params.member("message", question.sentence + "\n\n" + shown)
        .rawMember("requestedSchema", R"({"type":"object","properties":{}})")
        .endObject();
    const demo::RequestToClient request{"elicitation/create", params.takeString(), "elicitation",
        features.elicitationModes ? R"({"elicitation":{"form":{}}})" : R"({"elicitation":{}})"};
    if (!features.elicitation || !tool.call().clientAccepts(request)) {
        return tool.fail(
            "This needs the permission of the person, whom the host cannot ask (it has "
            "no elicitation): "
            + shown + '\n' + question.option);
    }
    tool.call().sendRequest(request,
        [tool, allowed = std::move(allowed)](demo::Call &, const demo::ClientResponse &response) {
            if (response.result["action"].equals("accept"))
                return allowed();
            tool.fail(std::string_view("The person did not allow it."));
        });
}

} // namespace sonde::agent
