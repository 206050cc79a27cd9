// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/streamable/streamexchange.h"

#include "wire/http/shownaddress.h"
#include "wire/http/wiretr.h"
#include "wire/link/sessionrefusal.h"
#include "wire/streamable/unusabletext.h"

#include <algorithm>
#include <utility>

namespace sonde::wire {

namespace {

constexpr qsizetype kMaxSessionId = 4096;
constexpr std::size_t kMaxUnusable = 4096; // bytes that are kept of a text that is not the response

QString withReason(const QString &sentence, const QString &reason)
{
    return reason.isEmpty() ? sentence : QString(sentence % u' ' % reason);
}

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
    ending.outcome.said =
        told(QT_TRANSLATE_NOOP("sonde::wire", "The server did not accept the message in time."));
    ending.outcome.error =
        Error{.domain = Domain::Timeout, .sentence = ending.outcome.said.shown()};
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

void StreamExchange::redirectTo(const QUrl &url)
{
    followed += shownAddress(request.url);
    request.url = url;
    ++redirects;
    head.reset();
}

void StreamExchange::resumeBy(HttpRequest next)
{
    purpose = Purpose::Resumption;
    redirects = 0;
    followed.clear();
    head.reset();
    form = BodyForm::Excerpt;
    request = std::move(next);
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
    return head->status >= 400 && !authorization && !sessionGone && !refusesSession(message)
        && isAnsweredBy(message);
}

// An error with the id of the request is about what it asks for, whatever its words are.
bool StreamExchange::refusesSession(const rpc::Message &message) const
{
    return namesOwnSession() && message.id != id
        && isSessionRefusal(*head, message.error()["message"].toString().toStdString());
}

bool StreamExchange::namesOwnSession() const
{
    return !session.isEmpty() && request.headers.value("Mcp-Session-Id") == session;
}

bool StreamExchange::isUnlabelled() const
{
    return succeeded() && !isCoded(*head) && head->headers.mediaType().isEmpty();
}

void StreamExchange::keepUnusable(const rpc::Message &message)
{
    if (kind != Outgoing::Kind::Request || answered || unusable.isResponse)
        return;
    const bool isOther =
        message.kind == rpc::Kind::Response || message.kind == rpc::Kind::ErrorResponse;
    if (message.kind != rpc::Kind::Invalid && !isOther)
        return;
    unusable.text = Bytes::copyOf(message.bytes().view().substr(0, kMaxUnusable));
    unusable.reason = isOther ? otherResponse(message.id, id)
        : form == BodyForm::Events
        ? whyUnusableEvent(message)
        : whyUnusableBody(message, head ? head->headers.mediaType() : QByteArray());
}

void StreamExchange::keepUnusable(const rpc::SseEvent &event)
{
    if (kind != Outgoing::Kind::Request || answered || unusable.isResponse
        || event.type == "message" || event.data.isEmpty())
        return;
    rpc::Message message;
    unusable.isResponse = rpc::decodeOne(event.data, message) && isAnsweredBy(message);
    unusable.text = Bytes::copyOf(event.data.view().substr(0, kMaxUnusable));
    unusable.reason =
        unusable.isResponse ? responseOfOtherType(event.type, message) : otherEvent(event);
}

RefusalFacts StreamExchange::facts(const HttpEnding &ending) const
{
    return {request, head ? &*head : nullptr, ending, !session.isEmpty(), serverMessage,
        namesOwnSession() ? session : QByteArray(), followed};
}

HttpFailure StreamExchange::noResponse(const HttpEnding &given) const
{
    HttpEnding ending = given;
    if (!unusable.text.isEmpty() && ending.excerpt.isEmpty())
        ending.excerpt = unusable.text;
    if (!head || form == BodyForm::Events) {
        if (ending.noEvent && beginsLikeJson(ending.excerpt.view()))
            return refusal(facts(ending),
                Text::tr("The body is JSON, but its Content-Type is text/event-stream, so it "
                         "contains no event."));
        return refusal(facts(ending),
            withReason(ending.insideEvent
                    ? Text::tr("The event stream ended inside an event, before the response.")
                    : Text::tr("The event stream ended before the response arrived."),
                unusable.reason));
    }
    if (head->status == 202)
        return refusal(facts(ending),
            Text::tr("The server accepted the request (202) without responding to it."));
    if (form == BodyForm::Excerpt)
        return refusal(facts(ending), unreadableBody(*head, ending.excerpt));
    if (!ending.outcome.error && ending.excerpt.isEmpty())
        return refusal(facts(ending), Text::tr("The body of the response is empty."));
    return refusal(facts(ending),
        ending.outcome.error ? Text::tr("The response broke off.")
                             : withReason(Text::tr("The body is not the response to the request."),
                                 unusable.reason));
}

// An error status for the resumption is final. The server has accepted the request and may have
// acted on it.
HttpFailure StreamExchange::notResumed(const HttpEnding &ending) const
{
    HttpFailure failure = refusal(facts(ending));
    rpc::Sentence said = told(QT_TRANSLATE_NOOP("sonde::wire",
        "The event stream ended before the response arrived, and could not be resumed. "));
    said += failure.said;
    failure.error.sentence = said.shown();
    failure.said = std::move(said);
    failure.mayHaveActed = true;
    failure.sessionGone = false; // 404 may only mean that the events are no longer stored
    return failure;
}

} // namespace sonde::wire
