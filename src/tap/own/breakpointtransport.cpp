// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/own/breakpointtransport.h"

#include "rpc/lifecycle.h"
#include "tap/http/changedbody.h"
#include "tap/http/mirroredheaders.h"
#include "tap/own/breakpointport.h"
#include "wire/link/lifecyclelog.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace sonde::tap {

using rpc::Channel;
using wire::Event;
using wire::Outgoing;
using wire::Received;

namespace {

Outgoing::Kind outgoingKind(rpc::Kind kind)
{
    return kind == rpc::Kind::Request     ? Outgoing::Kind::Request
        : kind == rpc::Kind::Notification ? Outgoing::Kind::Notification
                                          : Outgoing::Kind::Response;
}

bool isResponse(const rpc::Message &message)
{
    return message.kind == rpc::Kind::Response || message.kind == rpc::Kind::ErrorResponse;
}

bool cancels(const Outgoing &message)
{
    rpc::Message decoded;
    return message.kind == Outgoing::Kind::Notification && rpc::decodeOne(message.message, decoded)
        && decoded.method == "notifications/cancelled";
}

} // namespace

BreakpointTransport::BreakpointTransport(std::unique_ptr<wire::MessageTransport> inner,
    const wire::TransportContext &context, TapTransport transport,
    std::shared_ptr<BreakpointPort> port)
    : m_context(context)
    , m_transport(transport)
    , m_port(std::move(port))
    , m_breakpoints({[this](const std::string &line) { m_port->tell(m_breakpoints, line); },
                        [this](const std::string &line) { m_port->tellHits(m_breakpoints, line); }},
          nullptr, transport)
    , m_number(m_breakpoints.enter(static_cast<MessageParty &>(*this)))
    , m_apart(context)
    , m_inner(std::move(inner))
{
    m_breakpoints.setSender(this);
}

// Tells its sink nothing any more.
BreakpointTransport::~BreakpointTransport()
{
    m_port->leave(m_breakpoints);
}

void BreakpointTransport::start()
{
    m_inner->setSink(this);
    m_inner->start();
}

void BreakpointTransport::send(const Outgoing &message)
{
    m_port->hearAll();
    // Where too much waits, what follows passes it, unless it cancels something that waits.
    const bool isFull = m_breakpoints.isFull(Channel::Sent) && !cancels(message);
    if (isIdle() || !shows(message.message) || isFull)
        return m_inner->send(message);
    Shown shown;
    shown.outgoing = message;
    shown.line = message.message;
    show(Channel::Sent, std::move(shown));
}

void BreakpointTransport::stop()
{
    end();
    m_inner->stop();
}

void BreakpointTransport::setReading(bool reading)
{
    m_reads = reading;
    updateReading();
}

void BreakpointTransport::setBatchesAllowed(bool allowed)
{
    m_batchesAllowed = allowed;
    m_inner->setBatchesAllowed(allowed);
}

void BreakpointTransport::setProtocol(const wire::HttpProtocol &protocol)
{
    m_isStateless = protocol.stateless;
    m_inner->setProtocol(protocol);
}

// Of a request that waits here, its server never learns. Before 2026-07-28 a notification follows,
// which cancels it.
void BreakpointTransport::abandon(const rpc::Id &id)
{
    const bool waited = m_isStateless && !isIdle() && m_breakpoints.withdraw(Channel::Sent, 0, id);
    if (!waited)
        m_inner->abandon(id);
}

void BreakpointTransport::setAuthorization(const wire::AuthorizationGiven &given)
{
    m_inner->setAuthorization(given);
}

bool BreakpointTransport::shows(const Bytes &message) const
{
    return message.size() <= HttpBreakpoints::kMaxMessage;
}

// Over stdio a message is a line.
void BreakpointTransport::show(Channel channel, Shown shown)
{
    if (m_transport == TapTransport::Stdio)
        shown.line = Bytes::copyOf(std::string(shown.line.view()) + '\n');
    const Bytes line = shown.line;
    m_shown[++m_newest] = std::move(shown);
    m_breakpoints.take({channel, m_number}, 0, m_newest, line);
}

void BreakpointTransport::handOn()
{
    std::vector<Event> &all = m_sink->events();
    const bool isEnd = !all.empty() && std::holds_alternative<wire::Ended>(all.back());
    if (m_isOpen && isIdle() && !isEnd)
        return m_sink->handOn();
    std::vector<Event> came = std::exchange(all, {});
    const bool wasTaking = std::exchange(m_isTaking, true);
    for (Event &event : came)
        take(event);
    m_isTaking = wasTaking;
    updateReading();
    m_sink->handOn();
}

void BreakpointTransport::take(Event &event)
{
    if (auto *const received = std::get_if<Received>(&event); received && !isIdle())
        return takeMessage(*received);
    if (std::holds_alternative<wire::Started>(event)) {
        m_isOpen = true;
        m_port->enter(m_breakpoints);
    } else if (std::holds_alternative<wire::Ended>(event)) {
        end();
    } else if (const auto *const refused = std::get_if<wire::Refused>(&event)) {
        m_breakpoints.forgetComposed(Channel::Sent, refused->id);
    }
    events().push_back(std::move(event));
}

void BreakpointTransport::takeMessage(Received &received)
{
    if (!shows(received.message.bytes())) {
        events().emplace_back(std::move(received));
        return;
    }
    Shown shown;
    shown.line = received.message.bytes();
    shown.place = rpc::Place::About{received.place.stream, received.place.offset};
    shown.received = std::move(received);
    show(Channel::Received, std::move(shown));
}

void BreakpointTransport::messagePassed(const BreakpointEffect &write)
{
    reportHolding(); // the clock goes on before a response ends it
    const auto found = m_shown.find(write.position);
    const Shown *const shown = found == m_shown.end() ? nullptr : &found->second;
    const bool isSame = shown && write.bytes.data() == shown->line.data();
    if (shown)
        m_passed.push_back(write.position);
    const Bytes text =
        m_transport == TapTransport::Http && isSame ? write.bytes : withoutAddedEnd(write.bytes);
    if (write.channel == Channel::Sent)
        return passToServer(text, shown, !isSame);
    if (isSame) {
        events().emplace_back(*shown->received);
        return;
    }
    if (shown)
        return passToClient(text, *shown->received);
    // In place of the server: then it is in the trace, as the response to the request.
    Received like;
    like.at = SystemClock::instance().now();
    like.place = {m_noted.stream, m_noted.offset};
    if (const auto place = m_apart.record(Channel::Received, text)) {
        note(rpc::lifecycle::kMessageComposed, m_decider, place);
        like.place = {place->stream, place->offset, text.size()};
    }
    passToClient(text, like);
}

void BreakpointTransport::passToServer(const Bytes &text, const Shown *shown, bool isChanged)
{
    if (!shown)
        return m_inner->send(madeOf(text));
    Outgoing message = *shown->outgoing;
    message.isRecorded = shown->isApart;
    if (isChanged) {
        rpc::Message was;
        rpc::Message now;
        rpc::decodeOne(message.message, was);
        rpc::decodeOne(text, now);
        message.message = text;
        message.bareMethod.clear();
        if (now.kind != rpc::Kind::Invalid) {
            message.kind = outgoingKind(now.kind);
            message.id = now.kind == rpc::Kind::Request ? now.id : rpc::Id();
            wire::HttpRequest mirrored;
            mirrored.headers = message.headers;
            followMessage(mirrored, was, now);
            message.headers = mirrored.headers;
        }
    }
    m_inner->send(message);
}

// Of a person, in Sonde's name.
Outgoing BreakpointTransport::madeOf(const Bytes &text) const
{
    rpc::Message message;
    rpc::decodeOne(text, message);
    Outgoing made;
    made.message = text;
    made.kind = outgoingKind(message.kind);
    if (message.kind != rpc::Kind::Request)
        return made;
    made.id = message.id;
    if (m_isStateless) { // 2026-07-28 basic/transports#headers
        wire::HttpRequest mirrored;
        mirrored.headers.add("Mcp-Method", QByteArray());
        followMessage(mirrored, {}, message);
        made.headers = mirrored.headers;
    }
    return made;
}

// Over stdio a breakpoint may have made two lines of one.
void BreakpointTransport::passToClient(const Bytes &text, const Received &like)
{
    const auto pass = [&](rpc::Message message) {
        Received received = like;
        received.message = std::move(message);
        events().emplace_back(std::move(received));
    };
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const auto found = m_transport == TapTransport::Stdio ? text.view().find('\n', begin)
                                                              : std::string_view::npos;
        const std::size_t size = std::min(found, text.size()) - begin;
        const Bytes line = text.slice(begin, size);
        begin += size + 1;
        rpc::Message message;
        if (rpc::decodeOne(line, message)) {
            pass(std::move(message));
            continue;
        }
        for (rpc::Message &member : rpc::decode(line, m_batchesAllowed))
            pass(std::move(member));
    }
}

void BreakpointTransport::messageDropped(const BreakpointEffect &dropped)
{
    m_passed.push_back(dropped.position);
    const auto found = m_shown.find(dropped.position);
    if (found == m_shown.end() || dropped.refusal)
        return;
    const Shown &shown = found->second;
    if (shown.outgoing && shown.outgoing->kind == Outgoing::Kind::Request)
        events().emplace_back(wire::BreakpointDropped{shown.outgoing->id, false});
    else if (shown.received && isResponse(shown.received->message))
        events().emplace_back(wire::BreakpointDropped{shown.received->message.id, true});
}

// Neither a pipe nor a server with one direction less is of use to the client.
void BreakpointTransport::directionClosed(Channel)
{
    m_inner->stop();
}

// The transport records what it carries: a message of the client that is stopped or changed is
// recorded here.
void BreakpointTransport::messageNoted(const BreakpointEffect &effect)
{
    std::optional<rpc::Place::About> about;
    const auto found = m_shown.find(effect.position);
    if (found != m_shown.end()) {
        Shown &shown = found->second;
        if (shown.outgoing && !std::exchange(shown.isApart, true))
            shown.place =
                m_apart.record(Channel::Sent, shown.outgoing->message, 0, shown.outgoing->origin);
        about = shown.place;
    }
    m_noted = about.value_or(rpc::Place::About{});
    m_decider = QString::fromStdString(deciderText(effect.breakpoint));
    note(effect.what, QString::fromStdString(effect.detail), about);
    if (found == m_shown.end() || std::string_view(effect.what) != rpc::lifecycle::kMessageKept)
        return;
    m_port->tellKept(m_breakpoints, effect.channel,
        found->second.outgoing ? found->second.outgoing->message
                               : found->second.received->message.bytes());
    m_shown.erase(found); // the client does not wait for it
}

void BreakpointTransport::note(
    const char *what, const QString &detail, const std::optional<rpc::Place::About> &about)
{
    m_context.lifecycle->record(QLatin1String(what), detail, about);
}

// A note may follow as long as a message waits.
void BreakpointTransport::messagesMoved()
{
    for (const std::uint64_t position : m_passed)
        m_shown.erase(position);
    m_passed.clear();
    if (!m_breakpoints.isWaiting({Channel::Sent, m_number})
        && !m_breakpoints.isWaiting({Channel::Received, m_number}))
        m_shown.clear();
    reportHolding();
    updateReading();
    m_inner->flush();
    if (!m_isTaking)
        m_sink->handOn();
}

void BreakpointTransport::send(Channel channel, const Bytes &text)
{
    const auto place = m_apart.record(channel, text);
    note(rpc::lifecycle::kMessageComposed, QStringLiteral("by you"), place);
    if (channel == Channel::Sent) {
        Outgoing message = madeOf(text);
        message.isRecorded = place.has_value();
        m_inner->send(message);
        m_inner->flush();
        return;
    }
    Received like;
    like.at = SystemClock::instance().now();
    if (place)
        like.place = {place->stream, place->offset, text.size()};
    passToClient(text, like);
    if (!m_isTaking)
        m_sink->handOn();
}

// All that waits is gone.
void BreakpointTransport::end()
{
    if (!std::exchange(m_isOpen, false))
        return;
    m_breakpoints.setSender(nullptr);
    m_breakpoints.leave(m_number);
    m_shown.clear();
    m_passed.clear();
    reportHolding();
    updateReading(); // else the end of what the server sends would never be read
    m_port->leave(m_breakpoints);
    if (!m_isTaking)
        m_sink->handOn();
}

void BreakpointTransport::reportHolding()
{
    const bool holds = m_isOpen && m_breakpoints.holds();
    if (std::exchange(m_holds, holds) != holds)
        events().emplace_back(wire::BreakpointHolds{holds, SystemClock::instance().now()});
}

void BreakpointTransport::updateReading()
{
    const bool reads = m_reads && !(m_isOpen && m_breakpoints.isFull(Channel::Received));
    if (std::exchange(m_isReading, reads) != reads)
        m_inner->setReading(reads);
}

} // namespace sonde::tap
