// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "replay/recordedresponses.h"

#include "mock/paramskey.h"
#include "replay/replaytr.h"
#include "json/singleline.h"

#include <algorithm>

namespace sonde::replay {

namespace {

using mock::Event;
using mock::EventKind;

// Reading and writing it is recursive.
constexpr json::Limits kLimits{.maxDepth = 500};

mock::ScriptedExchange askedBy(
    const Event &request, std::size_t index, const mock::ScriptedExchange &cause)
{
    mock::ScriptedExchange asked;
    asked.number = request.number;
    asked.message = json::Document::parse(request.bytes, kLimits);
    asked.method = asked.message.root()["method"].text();
    if (asked.message.isValid())
        asked.key = mock::paramsKey(asked.params());
    const auto response =
        std::find_if(cause.events.begin(), cause.events.end(), [&](const Event &event) {
            return event.kind == EventKind::ClientResponse && event.request == index;
        });
    if (response != cause.events.end()) {
        asked.events.push_back({.kind = EventKind::Response, .bytes = response->bytes});
        asked.hasResponse = true;
    }
    return asked;
}

void addAsked(const mock::ScriptedExchange &cause, mock::MockScript &asked)
{
    for (std::size_t i = 0; i < cause.events.size(); ++i) {
        if (cause.events[i].kind == EventKind::ServerRequest)
            asked.exchanges.push_back(askedBy(cause.events[i], i, cause));
    }
}

mock::MockScript askedIn(const mock::MockScript &script)
{
    mock::MockScript asked;
    addAsked(script.opening, asked);
    for (const mock::ScriptedExchange &exchange : script.exchanges)
        addAsked(exchange, asked);
    return asked;
}

} // namespace

RecordedResponses::RecordedResponses(const mock::MockScript &script)
    : m_asked(askedIn(script))
    , m_matcher(m_asked, mock::Otherwise::Nearest)
{
}

RecordedResponses::Response RecordedResponses::responseTo(const rpc::Message &request)
{
    const mock::Match match = m_matcher.match(request);
    if (!match.exchange)
        return {.error = Bytes::copyOf(rpc::errorObject(match.errorCode, match.errorText)),
            .note = match.note};
    if (!match.exchange->hasResponse)
        return {.error = Bytes::copyOf(rpc::errorObject(
                    rpc::kInternalError, "The recording has no response to this request.")),
            .note = Text::tr("The recording has no response to the server request %1 of message "
                             "%2, so it gets an error.")
                        .arg(json::toQString(request.method.view()))
                        .arg(match.exchange->number)};
    const auto response = json::Document::parse(match.exchange->events.front().bytes, kLimits);
    // What follows the place where it becomes too deep is not read.
    if (response.error())
        return {.error = Bytes::copyOf(rpc::errorObject(
                    rpc::kInternalError, "The recorded response is nested too deeply.")),
            .note = match.note};
    if (const json::Value result = response.root()["result"])
        return {.result = json::singleLine(Bytes::copyOf(result.raw())), .note = match.note};
    return {.error = json::singleLine(Bytes::copyOf(response.root()["error"].raw())),
        .note = match.note};
}

} // namespace sonde::replay
