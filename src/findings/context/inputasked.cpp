// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/inputasked.h"

#include <algorithm>

namespace sonde::findings {

namespace {

constexpr std::size_t kMaxState = 64 * 1024; // bytes of a state that is kept
constexpr std::uint32_t kMaxKeys = 1000;

bool asksForOneOf(const InputAsked &asked, const json::Value &responses)
{
    return std::any_of(responses.begin(), responses.end(),
        [&asked](const json::Value &each) { return asked.keys.contains(each.key()); });
}

} // namespace

std::string subjectOf(const json::Value &params)
{
    return params["name"] ? params["name"].text() : params["uri"].text();
}

void InputsAsked::add(const SeenRequest &request, const json::Value &result, trace::Number number)
{
    const auto state = result["requestState"];
    const auto requests = result["inputRequests"];
    // What is not known whole cannot be compared with what the client makes of it.
    if (request.text.isEmpty() || state.raw().size() > kMaxState || requests.count() > kMaxKeys)
        return;
    InputAsked &asked = m_asked.emplace_back();
    asked.request = request.number;
    asked.result = number;
    asked.id = request.id;
    asked.method = request.method;
    asked.subject = subjectOf(request.params());
    asked.arguments = request.params()["arguments"].raw();
    asked.state = state.raw();
    for (const json::Value each : requests)
        asked.keys.insert(each.key());
    if (m_asked.size() > kMaxAsked)
        m_asked.pop_front();
}

const InputAsked *InputsAsked::continuedBy(std::string_view method, const json::Value &params) const
{
    const auto state = params["requestState"].raw();
    const auto responses = params["inputResponses"];
    const auto newest = [this](const auto &isIt) -> const InputAsked * {
        const auto found = std::find_if(m_asked.rbegin(), m_asked.rend(), isIt);
        return found == m_asked.rend() ? nullptr : &*found;
    };
    if (!state.empty()) {
        const auto *same = newest([&](const InputAsked &each) { return each.state == state; });
        if (same)
            return same;
    }
    return newest([&](const InputAsked &each) {
        return each.method == method && each.subject == subjectOf(params)
            && asksForOneOf(each, responses);
    });
}

} // namespace sonde::findings
