// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/streamable/streamexchange.h"

#include "wire/http/text.h"

#include <algorithm>

namespace sonde::wire {

namespace {

constexpr qsizetype kMaxSessionId = 4096;

bool isJson(const QByteArray &mediaType)
{
    return mediaType == "application/json" || mediaType.endsWith("+json");
}

bool isCoded(const HttpHead &head)
{
    const auto coding = head.headers.value("Content-Encoding");
    return coding && !coding->isEmpty() && coding->compare("identity", Qt::CaseInsensitive) != 0;
}

} // namespace

bool isSessionId(const QByteArray &id)
{
    return !id.isEmpty() && id.size() <= kMaxSessionId
        && std::all_of(id.begin(), id.end(), [](char c) { return c >= 0x21 && c <= 0x7e; });
}

HttpEnding notAccepted()
{
    HttpEnding ending;
    ending.outcome.error = Error{
        Domain::Timeout, 0, Text::tr("The server did not accept the message in time."), {}, {}};
    ending.outcome.requestSent = true;
    return ending;
}

BodyForm bodyFormOf(const HttpHead &head)
{
    const bool success = head.status >= 200 && head.status < 300;
    if (!success || isCoded(head))
        return BodyForm::Excerpt;
    const QByteArray type = head.headers.mediaType();
    if (type == "text/event-stream")
        return BodyForm::Events;
    return isJson(type) ? BodyForm::Whole : BodyForm::Excerpt;
}

bool StreamExchange::isAnsweredBy(const rpc::Message &message) const
{
    if (message.kind == rpc::Kind::Response)
        return message.id == id;
    // JSON-RPC 2.0 section 5: an error about an unreadable request has no id. In the request's own
    // HTTP response the request is unambiguous.
    return message.kind == rpc::Kind::ErrorResponse
        && (message.id == id || message.id.empty() || message.id == "null");
}

bool StreamExchange::mayDeliver(const rpc::Message &message) const
{
    if (purpose != Purpose::Message || kind != Outgoing::Kind::Request)
        return false;
    const bool authorization = head->status == 401
        || (head->status == 403
            && (head->headers.contains("WWW-Authenticate") || message.id != id));
    const bool sessionGone = head->status == 404 && !session.isEmpty();
    return head->status >= 400 && !authorization && !sessionGone && isAnsweredBy(message);
}

bool StreamExchange::isUnlabelled() const
{
    return succeeded() && !isCoded(*head) && head->headers.mediaType().isEmpty();
}

RefusalFacts StreamExchange::facts(const HttpEnding &ending) const
{
    return {request, head ? &*head : nullptr, ending, !session.isEmpty(), serverMessage};
}

HttpFailure StreamExchange::noResponse(const HttpEnding &ending) const
{
    if (!head || form == BodyForm::Events)
        return refusal(facts(ending),
            ending.insideEvent
                ? Text::tr("The event stream ended inside an event, before the response.")
                : Text::tr("The event stream ended before the response arrived."));
    if (head->status == 202)
        return refusal(facts(ending),
            Text::tr("The server accepted the request (202) without responding to it."));
    if (form == BodyForm::Excerpt)
        return refusal(facts(ending), unreadableBody(*head, ending.excerpt));
    return refusal(facts(ending),
        ending.outcome.error ? Text::tr("The response broke off.")
                             : Text::tr("The body is not the response to the request."));
}

// An error status for the resumption is final. The server has accepted the request and may have
// acted on it.
HttpFailure StreamExchange::notResumed(const HttpEnding &ending) const
{
    HttpFailure failure = refusal(facts(ending));
    failure.error.sentence =
        Text::tr("The event stream ended before the response arrived, and could not be resumed. ")
        % failure.error.sentence;
    failure.mayHaveActed = true;
    failure.sessionGone = false; // 404 may only mean that the events are no longer stored
    return failure;
}

} // namespace sonde::wire
