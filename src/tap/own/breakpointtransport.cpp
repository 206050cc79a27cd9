// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/own/breakpointtransport.h"

#include "tap/http/mirroredheaders.h"
#include "tap/own/breakpointport.h"

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
    : m_transport(transport)
    , m_port(std::move(port))
    , m_breakpoints({[this](const std::string &line) { m_port->tell(m_breakpoints, line); },
                        [this](const std::string &line) { m_port->tellHits(m_breakpoints, line); }},
          nullptr, transport)
    , m_crossing(m_breakpoints, *this, transport == TapTransport::Stdio)
    , m_inner(std::move(inner))
{
    m_crossing.recordTo(context);
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
    if (isIdle() || !CrossingBreakpoints::fits(message.message) || isFull)
        return m_inner->send(message);
    Shown shown;
    shown.message = message.message;
    shown.origin = message;
    m_crossing.show(std::move(shown));
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

void BreakpointTransport::handOn()
{
    std::vector<Event> &all = m_sink->events();
    const bool isEnd = !all.empty() && std::holds_alternative<wire::Ended>(all.back());
    if (m_crossing.isOpen() && isIdle() && !isEnd)
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
        m_crossing.open();
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
    if (!CrossingBreakpoints::fits(received.message.bytes())) {
        events().emplace_back(std::move(received));
        return;
    }
    Shown shown;
    shown.channel = Channel::Received;
    shown.message = received.message.bytes();
    shown.place = rpc::Place::About{received.place.stream, received.place.offset};
    shown.origin = std::move(received);
    m_crossing.show(std::move(shown));
}

void BreakpointTransport::passToServer(const Passed &passed)
{
    reportHolding(); // the clock goes on before a response ends it
    const auto *const shown = passed.shown ? std::get_if<Outgoing>(&passed.shown->origin) : nullptr;
    Outgoing message = shown ? *shown : madeOf(passed.text);
    message.isRecorded = passed.isRecorded;
    if (shown && passed.isChanged)
        change(message, passed.text);
    m_inner->send(message);
}

void BreakpointTransport::change(Outgoing &message, const Bytes &text)
{
    rpc::Message was;
    rpc::Message now;
    rpc::decodeOne(message.message, was);
    rpc::decodeOne(text, now);
    message.message = text;
    message.bareMethod.clear();
    if (now.kind == rpc::Kind::Invalid)
        return;
    message.kind = outgoingKind(now.kind);
    message.id = now.kind == rpc::Kind::Request ? now.id : rpc::Id();
    wire::HttpRequest mirrored;
    mirrored.headers = message.headers;
    followMessage(mirrored, was, now);
    message.headers = mirrored.headers;
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

void BreakpointTransport::passToClient(const Passed &passed)
{
    reportHolding();
    const auto *const shown = passed.shown ? std::get_if<Received>(&passed.shown->origin) : nullptr;
    if (shown && !passed.isChanged) {
        events().emplace_back(*shown);
        return;
    }
    if (shown)
        return receive(passed.text, *shown);
    Received like;
    like.at = SystemClock::instance().now();
    if (passed.place)
        like.place = {
            passed.place->stream, passed.place->offset, passed.isRecorded ? passed.text.size() : 0};
    receive(passed.text, like);
}

// Over stdio a breakpoint may have made two lines of one.
void BreakpointTransport::receive(const Bytes &text, const Received &like)
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

void BreakpointTransport::messageDropped(const Shown &dropped)
{
    const auto *const outgoing = std::get_if<Outgoing>(&dropped.origin);
    const auto *const received = std::get_if<Received>(&dropped.origin);
    if (outgoing && outgoing->kind == Outgoing::Kind::Request)
        events().emplace_back(wire::BreakpointDropped{outgoing->id, false});
    else if (received && isResponse(received->message))
        events().emplace_back(wire::BreakpointDropped{received->message.id, true});
}

void BreakpointTransport::messageKept(const Shown &kept)
{
    m_port->tellKept(m_breakpoints, kept.channel, kept.message);
}

// Neither a pipe nor a server with one direction less is of use to the client.
void BreakpointTransport::directionClosed(Channel)
{
    m_inner->stop();
}

void BreakpointTransport::waitingChanged()
{
    reportHolding();
    updateReading();
    m_inner->flush();
    if (!m_isTaking)
        m_sink->handOn();
}

// All that waits is gone.
void BreakpointTransport::end()
{
    if (!m_crossing.isOpen())
        return;
    m_crossing.close();
    reportHolding();
    updateReading(); // else the end of what the server sends would never be read
    m_port->leave(m_breakpoints);
    if (!m_isTaking)
        m_sink->handOn();
}

void BreakpointTransport::reportHolding()
{
    const bool holds = m_crossing.isOpen() && m_breakpoints.holds();
    if (std::exchange(m_holds, holds) != holds)
        events().emplace_back(wire::BreakpointHolds{holds, SystemClock::instance().now()});
}

void BreakpointTransport::updateReading()
{
    const bool reads = m_reads && !(m_crossing.isOpen() && m_crossing.isFull(Channel::Received));
    if (std::exchange(m_isReading, reads) != reads)
        m_inner->setReading(reads);
}

} // namespace sonde::tap
