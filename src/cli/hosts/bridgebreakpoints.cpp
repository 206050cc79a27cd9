// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/hosts/bridgebreakpoints.h"

#include "rpc/lifecycle.h"
#include "tap/http/changedbody.h"

#include <utility>

namespace sonde::cli {

using rpc::Channel;

BridgeBreakpoints::BridgeBreakpoints(tap::HttpBreakpoints &breakpoints, Bridge &bridge)
    : m_breakpoints(breakpoints)
    , m_bridge(bridge)
    , m_number(breakpoints.enter(static_cast<tap::MessageParty &>(*this)))
{
    m_breakpoints.setSender(this);
}

BridgeBreakpoints::~BridgeBreakpoints()
{
    m_breakpoints.setSender(nullptr);
    m_breakpoints.leave(m_number);
}

void BridgeBreakpoints::recordTo(rpc::TrafficSink *traffic, const QString &server, int connection)
{
    const wire::TransportContext context{traffic, server, connection, false, &m_lifecycle};
    m_apart.emplace(context);
    m_lifecycle = {};
    if (traffic)
        m_lifecycle.open(traffic, context.openStream(Channel::Lifecycle));
}

bool BridgeBreakpoints::isWaiting() const
{
    return m_breakpoints.isWaiting({Channel::Sent, m_number});
}

bool BridgeBreakpoints::shows(Channel channel, const Bytes &message) const
{
    const bool isWanted = m_breakpoints.isActive() || m_breakpoints.isWaiting({channel, m_number});
    return isWanted && message.size() <= tap::HttpBreakpoints::kMaxMessage
        && !m_breakpoints.isFull(channel);
}

void BridgeBreakpoints::show(Channel channel, const Shown &shown)
{
    m_shown[++m_newest] = shown;
    m_breakpoints.take({channel, m_number}, 0, m_newest, shown.text);
}

bool BridgeBreakpoints::takeFromHost(const Bytes &message)
{
    if (!shows(Channel::Sent, message))
        return false;
    show(Channel::Sent, {message});
    return true;
}

bool BridgeBreakpoints::takeFromServer(const Bytes &message, const rpc::Place &place)
{
    if (!shows(Channel::Received, message))
        return false;
    show(Channel::Received, {message, rpc::Place::About{place.stream, place.offset}});
    return true;
}

void BridgeBreakpoints::messagePassed(const tap::BreakpointEffect &write)
{
    const Bytes text = tap::withoutAddedEnd(write.bytes);
    if (write.channel == Channel::Received)
        return m_bridge.passToHost(text, write.split);
    const auto shown = m_shown.find(write.position);
    m_bridge.passToServer(text, shown != m_shown.end() && shown->second.isApart);
}

void BridgeBreakpoints::messageDropped(const tap::BreakpointEffect &)
{
    // Nothing is passed on, as over stdio.
}

void BridgeBreakpoints::directionClosed(Channel channel)
{
    if (channel == Channel::Sent)
        m_bridge.hostClosed();
    else
        m_bridge.serverClosed();
}

// What the server receives is in the bytes of an exchange; what the host has sent is not, if it
// differs or comes later.
void BridgeBreakpoints::messageNoted(const tap::BreakpointEffect &effect)
{
    std::optional<rpc::Place::About> about;
    const auto found = m_shown.find(effect.position);
    if (found != m_shown.end()) {
        Shown &shown = found->second;
        if (effect.channel == Channel::Sent && m_apart && !std::exchange(shown.isApart, true))
            shown.place = m_apart->record(Channel::Sent, shown.text);
        about = shown.place;
    }
    note(effect.what, QString::fromStdString(effect.detail), about);
    // A response to the server is in the bytes of an exchange.
    if (effect.bytes.isEmpty() || effect.channel == Channel::Received || !m_apart)
        return;
    note(rpc::lifecycle::kMessageComposed,
        QString::fromStdString(tap::deciderText(effect.breakpoint)),
        m_apart->record(Channel::Received, effect.bytes));
}

void BridgeBreakpoints::messagesMoved()
{
    forgetWhatIsGone();
    m_bridge.waitingChanged();
}

void BridgeBreakpoints::send(Channel channel, const Bytes &text)
{
    const auto place = m_apart ? m_apart->record(channel, text) : std::nullopt;
    note(rpc::lifecycle::kMessageComposed, QStringLiteral("by you"), place);
    if (channel == Channel::Sent)
        m_bridge.passToServer(text, true);
    else
        m_bridge.passToHost(text, 0);
}

void BridgeBreakpoints::note(
    const char *what, const QString &detail, const std::optional<rpc::Place::About> &about)
{
    if (m_lifecycle.isOpen())
        m_lifecycle.record(QLatin1String(what), detail, about);
}

// A note may follow as long as a message waits.
void BridgeBreakpoints::forgetWhatIsGone()
{
    if (!isWaiting() && !m_breakpoints.isWaiting({Channel::Received, m_number}))
        m_shown.clear();
}

} // namespace sonde::cli
