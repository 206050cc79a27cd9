// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/message/inputrequired.h"

#include "json/document.h"
#include "json/edit.h"

namespace sonde::mcp {

namespace {

// The member with that text, or, when the text is empty, no such member.
Result<Bytes> withMember(const Bytes &object, std::string_view name, std::string_view raw)
{
    const json::Document document = json::Document::parse(object);
    const json::Value old = document.root()[name];
    if (raw.empty())
        return old ? json::removeValue(old) : Result<Bytes>(object);
    return old ? json::replaceValue(old, raw) : json::appendMember(document.root(), name, raw);
}

} // namespace

bool isInputRequired(const json::Value &result)
{
    return result["resultType"].equals("input_required");
}

std::vector<InputRequest> inputRequests(const json::Value &result)
{
    std::vector<InputRequest> requests;
    const json::Value all = result["inputRequests"];
    if (all.isObject()) {
        for (const json::Value request : all)
            requests.push_back({request.key(), request});
    }
    return requests;
}

Result<Bytes> continuedParams(std::string_view given, const json::Value &result,
    std::string_view responses, const StateEcho &echo)
{
    const Bytes first = Bytes::copyOf(given.empty() ? std::string_view("{}") : given);
    Result<Bytes> answered = withMember(first, "inputResponses", responses);
    if (!answered)
        return answered;
    const json::Value theirs = result["requestState"];
    std::string_view state = theirs ? theirs.raw() : std::string_view();
    if (echo.mode != StateEcho::Mode::AsGiven)
        state = echo.mode == StateEcho::Mode::Changed ? echo.changed : std::string_view();
    return withMember(*answered, "requestState", state);
}

} // namespace sonde::mcp
