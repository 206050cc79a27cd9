// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/tapexchange.h"

#include "rpc/lifecycle.h"
#include "serve/httperror.h"
#include "tap/http/changedbody.h"
#include "tap/http/metadatarewriter.h"
#include "tap/http/mirroredheaders.h"
#include "tap/relay/taptr.h"
#include "wire/streamable/streamexchange.h"

#include <utility>

namespace sonde::tap {

namespace {

constexpr int kOk = 200;
constexpr int kAccepted = 202;
constexpr int kBadGateway = 502;
constexpr int kGatewayTimeout = 504;

} // namespace

TapExchange::TapExchange(const TapExchangeContext &context, serve::ServedRequest request,
    PostedMessages messages, serve::ReplyPointer reply, QObject *parent)
    : QObject(parent)
    , m_context(context)
    , m_messages(std::move(messages))
    , m_reply(std::move(reply))
    , m_forwarded(forwardRequest(request, context.place, context.authorizer != nullptr))
    , m_opensStream(request.method == "GET" && request.lists("accept", "text/event-stream"))
    , m_isStreamable(request.field("mcp-session-id") || request.field("mcp-protocol-version"))
    , m_session(request.value("mcp-session-id"))
    , m_server(m_context, ServerSide::factsOf(request, m_messages, m_opensStream), *this, *this)
    , m_login(context.authorizer)
{
    const auto body = std::make_shared<std::string>(std::move(request.body));
    m_forwarded.request.body = Bytes(body, body->data(), body->size());
    m_reply->setWatcher(this);
}

TapExchange::~TapExchange()
{
    m_reply->setWatcher(nullptr);
}

void TapExchange::start()
{
    if (m_context.breakpoints) {
        MessageParty &party = *this;
        m_number = m_context.breakpoints->enter(party);
    }
    if (showsRequest())
        m_context.breakpoints->take(
            {rpc::Channel::Sent, m_number}, m_context.client.number(), 0, m_forwarded.request.body);
    else
        attempt();
}

void TapExchange::attempt()
{
    m_login.forgetRefusal();
    if (rewritesMetadata() || (stopsResponses() && (m_messages.isMessage || m_opensStream)))
        acceptNoCoding(m_forwarded);
    m_server.send(m_forwarded);
}

void TapExchange::cancel()
{
    if (m_over)
        return;
    m_reply->breakOff();
    if (m_server.isSent())
        m_server.cancel();
    else
        m_server.standIn(
            m_forwarded, std::nullopt, Text::tr("The exchange ended before the request was sent."));
    end();
}

// ---- The client

void TapExchange::replyDrained()
{
    if (m_server.isRecorded()
        && !(m_form == Form::Events && m_context.breakpoints->isFull(rpc::Channel::Received)))
        m_server.upstream().setReading(true);
}

void TapExchange::replyGone()
{
    cancel();
}

// ---- The server

void TapExchange::interimArrived(const Bytes &raw)
{
    m_reply->writeInterim(raw.view());
}

void TapExchange::headArrived(const wire::HttpHead &head)
{
    if (head.status < 400 && m_server.call().authorization())
        m_server.call().authorization()->markAccepted();
    m_server.decodeFor(head);
    if (m_login.keepsRefusal(m_forwarded.request, head))
        return;
    const bool encoded = head.headers.contains("Content-Encoding");
    if (m_opensStream && isEventStream(head) && !encoded)
        m_rewriter = std::make_unique<EndpointRewriter>(m_context.place);
    m_form = encoded ? Form::AsIs : formOf(head);
    if (m_form != Form::AsIs)
        m_server.upstream().recordEndLater();
    if (m_form == Form::Message || m_form == Form::Metadata)
        m_whole.begin(head);
    else
        beginReply(head);
    Q_EMIT responded(head);
}

TapExchange::Form TapExchange::formOf(const wire::HttpHead &head) const
{
    if (rewritesMetadata() && head.status == kOk && isWholeMessage(head))
        return Form::Metadata;
    if (m_context.breakpoints && isEventStream(head))
        return Form::Events;
    return stopsResponses() && isWholeMessage(head) && m_messages.isMessage ? Form::Message
                                                                            : Form::AsIs;
}

bool TapExchange::rewritesMetadata() const
{
    return m_context.rewritten && m_context.rewritten->isFor(m_forwarded.request);
}

void TapExchange::beginReply(const wire::HttpHead &head)
{
    const ForwardedHead forwarded = forwardHead(head, m_context.place, m_context.rewritten);
    m_server.call().addChanges(forwarded.changes);
    m_reply->beginAsIs(
        head.status, {head.reason.constData(), std::size_t(head.reason.size())}, forwarded.fields);
}

wire::BodyForm TapExchange::headArrived(wire::HttpCall &, const wire::HttpHead &head, Stamp)
{
    return wire::bodyFormOf(head);
}

void TapExchange::messageArrived(
    wire::HttpCall &, rpc::Message message, const rpc::Place &place, Stamp, std::int64_t)
{
    if (m_form == Form::Events)
        m_events.arrived(message, place);
    else if (m_form == Form::Message)
        m_whole.setPlace(place);
}

void TapExchange::bodyArrived(const Bytes &part)
{
    if (m_login.hasRefusal())
        return;
    if (!m_rewriter)
        return readBody(part);
    readBody(Bytes::copyOf(m_rewriter->feed(part.view())));
    const auto &endpoint = m_rewriter->endpoint();
    if (!endpoint)
        return;
    if (endpoint->was != endpoint->now) {
        m_server.call().addChanges(
            {{wire::HeadChange::Part::Response, "endpoint event", endpoint->was, endpoint->now}});
    }
    Q_EMIT endpointNamed(endpoint->now);
    m_rewriter.reset();
}

void TapExchange::readBody(const Bytes &part)
{
    if (m_form == Form::Events)
        return readEvents(part.view());
    if (!m_whole.isOpen())
        return passOn(part.view());
    m_whole.add(part.view());
    if (m_whole.size() > HttpBreakpoints::kMaxMessage)
        passCollected();
}

// `first`: of the bytes, in a write of their own; 0: all in one.
void TapExchange::passOn(std::string_view bytes, std::size_t first)
{
    if (m_over)
        return;
    m_reply->writeInTwo(bytes, first);
    if (m_reply->isCongested())
        m_server.upstream().setReading(false);
}

void TapExchange::upstreamEnded(const wire::HttpOutcome &outcome)
{
    if (m_over)
        return;
    if (m_login.hasRefusal() && !outcome.error)
        return authorize();
    if (m_form == Form::Events && !outcome.error) {
        readEvents(m_rewriter ? m_rewriter->finish() : std::string());
        passOn(m_events.finish());
        m_rewriter.reset();
        if (m_context.breakpoints->isWaiting({rpc::Channel::Received, m_number})) {
            m_ending = outcome;
            return;
        }
    }
    if (m_whole.isOpen() && !outcome.error)
        return bodyCompleted();
    const auto again = wire::repetitionOf(m_forwarded.request, outcome);
    if (again && !m_reply->hasBegun() && !std::exchange(m_wasRepeated, true)) {
        m_forwarded.request.freshConnection = true;
        return attempt();
    }
    finish(outcome);
}

void TapExchange::bodyCompleted()
{
    const Bytes &body = m_whole.complete();
    if (m_form == Form::Metadata)
        return passWhole(metadataAtTap(body, m_context.place).value_or(body));
    m_server.call().readBody();
    m_context.breakpoints->take(
        {rpc::Channel::Received, m_number}, m_context.client.number(), 0, body, true);
}

void TapExchange::finish(const wire::HttpOutcome &outcome)
{
    passCollected();
    if (m_rewriter)
        m_reply->write(m_rewriter->finish());
    if (outcome.error && m_reply->hasBegun()) {
        m_reply->breakOff();
        end();
    } else if (outcome.error) {
        const bool late = outcome.failure == wire::HttpOutcome::Failure::TimedOut;
        fail(late ? kGatewayTimeout : kBadGateway,
            Text::tr("The tap cannot get a response from %1. %2")
                .arg(QString::fromLatin1(m_context.place.serverOrigin()), outcome.error->sentence));
    } else {
        m_reply->end();
        end();
    }
}

void TapExchange::fail(int status, const QString &sentence)
{
    serve::respondWithError(*m_reply, status, sentence.toStdString());
    end();
}

// ---- Breakpoints

bool TapExchange::showsRequest() const
{
    const HttpBreakpoints *const breakpoints = m_context.breakpoints;
    return breakpoints && breakpoints->isActive() && m_messages.isMessage
        && m_forwarded.request.body.size() <= HttpBreakpoints::kMaxMessage
        && !breakpoints->isFull(rpc::Channel::Sent);
}

bool TapExchange::stopsResponses() const
{
    return m_context.breakpoints && m_context.breakpoints->stops(rpc::Channel::Received)
        && !m_context.breakpoints->isFull(rpc::Channel::Received);
}

void TapExchange::readEvents(std::string_view bytes)
{
    HttpBreakpoints &breakpoints = *m_context.breakpoints;
    const MessagePath path{rpc::Channel::Received, m_number};
    const bool whole = stopsResponses() || breakpoints.isWaiting(path) || breakpoints.isComposing()
        || !m_added.empty();
    m_events.feed(bytes, whole,
        {[&](std::uint64_t position, const Bytes &shown) {
             if (!m_over)
                 breakpoints.take(path, m_context.client.number(), position, shown);
         },
            [this](std::string_view piece) { passOn(piece); }});
    writeAdded();
    if (whole && !m_over && breakpoints.isFull(path.channel))
        m_server.upstream().setReading(false);
}

// Before its first event it is not known whether a stream without a session is one of HTTP+SSE,
// whose client expects the endpoint first.
bool TapExchange::carriesEvents() const
{
    return !m_over && !m_ending && m_form == Form::Events && m_reply->isOpen()
        && (!m_rewriter || m_rewriter->isOver() || m_isStreamable);
}

void TapExchange::addEvent(const Bytes &message)
{
    m_added.push_back(message);
    m_context.client.note(rpc::lifecycle::kMessageComposed, QStringLiteral("by you"),
        m_context.client.record(rpc::Channel::Received, message, m_server.call().exchangeId()));
    writeAdded();
}

// Never inside an event of the server.
void TapExchange::writeAdded()
{
    if (m_over || m_events.isInside())
        return;
    for (const Bytes &message : std::exchange(m_added, {})) {
        m_server.call().addChanges(
            {bodyChange(wire::HeadChange::Part::Response, "event", {}, message)});
        passOn("data: " + std::string(message.view()) + "\n\n");
    }
}

void TapExchange::messagePassed(const BreakpointEffect &write)
{
    if (m_over)
        return;
    if (write.channel == rpc::Channel::Sent && !m_server.isSent()) {
        replaceRequest(write.bytes);
        attempt();
    } else if (write.channel == rpc::Channel::Sent) {
        const bool isLikeThis = m_messages.isMessage || !m_context.client.hasPosted();
        m_context.client.post(
            withoutAddedEnd(write.bytes), isLikeThis ? &m_forwarded.request : nullptr);
    } else if (!m_server.isSent()) {
        respond(write.bytes);
    } else if (m_whole.isOpen()) {
        passWhole(write.bytes, write.split);
    } else {
        passBlock(write);
    }
}

// Nothing to do for the same bytes.
void TapExchange::replaceRequest(const Bytes &text)
{
    const Bytes before = m_forwarded.request.body;
    if (text.data() == before.data())
        return;
    wire::HttpRequest &request = m_forwarded.request;
    request.body = withoutAddedEnd(text);
    m_forwarded.changes.push_back(
        bodyChange(wire::HeadChange::Part::Request, "body", before, request.body));
    rpc::Message was;
    rpc::Message now;
    if (!rpc::decodeOne(before, was) || !rpc::decodeOne(request.body, now))
        return;
    for (wire::HeadChange &change : followMessage(request, was, now))
        m_forwarded.changes.push_back(std::move(change));
}

void TapExchange::respond(const Bytes &text)
{
    const Bytes body = withoutAddedEnd(text);
    m_forwarded.changes.push_back(
        {wire::HeadChange::Part::Response, "response", {}, "by a breakpoint"});
    m_server.standIn(m_forwarded, body, {});
    m_reply->respond(kOk, "application/json", body.view());
    end();
}

void TapExchange::passWhole(const Bytes &text, std::size_t first)
{
    const WholeResponse::Passed passed = m_whole.pass(text);
    if (passed.change)
        m_server.call().addChanges({*passed.change});
    beginReply(passed.head);
    m_reply->writeInTwo(passed.body.view(), first);
    m_reply->end();
    end();
}

// A body that turns out to be too long, or that the server has broken off.
void TapExchange::passCollected()
{
    if (!m_whole.isOpen())
        return;
    const WholeResponse::Passed passed = m_whole.giveUp();
    beginReply(passed.head);
    passOn(passed.body.view());
}

void TapExchange::passBlock(const BreakpointEffect &write)
{
    const auto written = m_events.written(write.position, write.bytes);
    if (!written)
        return;
    if (written->change)
        m_server.call().addChanges({*written->change});
    passOn(written->block, write.split > 0 ? messageOffset(written->block) + write.split : 0);
}

// Over stdio the host would hear nothing either. Neither a message that is no request nor a request
// that its sender has cancelled has a response to wait for, so that only its receipt is confirmed
// (2025-11-25 basic/transports, Sending Messages).
void TapExchange::messageDropped(const BreakpointEffect &dropped)
{
    if (dropped.channel == rpc::Channel::Received) {
        m_events.forget(dropped.position);
        if (m_whole.isOpen())
            m_server.upstream().recordEnd();
        return;
    }
    const bool isCancelled = dropped.refusal.has_value();
    m_server.standIn(m_forwarded, std::nullopt,
        isCancelled ? Text::tr("The request was cancelled before it was sent.")
                    : Text::tr("The message was not passed on to the server."));
    if (!m_messages.ids.empty() && !isCancelled)
        return;
    m_reply->respond(kAccepted);
    end();
}

void TapExchange::directionClosed(rpc::Channel channel)
{
    if (channel == rpc::Channel::Received)
        return cancel();
    m_reply->breakOff();
    m_server.standIn(m_forwarded, std::nullopt, Text::tr("A breakpoint closed the connection."));
    end();
}

void TapExchange::messageNoted(const BreakpointEffect &note)
{
    const bool isRequest = note.channel == rpc::Channel::Sent;
    if (isRequest && !m_server.isRecorded())
        m_server.hold(m_forwarded.request);
    m_context.client.note(note.what, QString::fromStdString(note.detail),
        isRequest                     ? m_server.place()
            : m_form == Form::Message ? m_whole.place()
                                      : m_events.about(note.position));
}

void TapExchange::messagesMoved()
{
    if (m_over || !m_server.isRecorded())
        return;
    if (m_form == Form::Events && !m_context.breakpoints->isFull(rpc::Channel::Received)
        && !m_reply->isCongested())
        m_server.upstream().setReading(true);
    if (m_ending && !m_context.breakpoints->isWaiting({rpc::Channel::Received, m_number}))
        finish(*std::exchange(m_ending, std::nullopt));
}

// ---- Authorization by Sonde

void TapExchange::authorize()
{
    m_login.authorize(
        m_server.call().authorization(), this, [this](const Result<wire::AuthorizationPtr> &given) {
            if (m_over)
                return;
            if (given)
                attempt();
            else
                fail(kBadGateway,
                    Text::tr("The server requires authorization, and the tap has none. %1")
                        .arg(given.error().sentence));
        });
}

void TapExchange::end()
{
    if (std::exchange(m_over, true))
        return;
    m_reply->setWatcher(nullptr);
    m_login.cancel();
    if (m_server.isRecorded())
        m_server.upstream().recordEnd();
    if (m_number != 0)
        m_context.breakpoints->leave(m_number);
    Q_EMIT ended();
}

} // namespace sonde::tap
