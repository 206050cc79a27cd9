// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/crossingbreakpoints.h"

#include "rpc/lifecycle.h"
#include "tap/http/changedbody.h"
#include "wire/link/lifecyclelog.h"

#include <string>
#include <string_view>
#include <utility>

namespace sonde::tap {

using rpc::Channel;

CrossingBreakpoints::CrossingBreakpoints(
    HttpBreakpoints &breakpoints, Connection &connection, bool addsLineEnds)
    : m_breakpoints(breakpoints)
    , m_connection(connection)
    , m_addsLineEnds(addsLineEnds)
    , m_number(breakpoints.enter(static_cast<MessageParty &>(*this)))
{
    m_breakpoints.setSender(this);
}

CrossingBreakpoints::~CrossingBreakpoints()
{
    close();
}

void CrossingBreakpoints::recordTo(const wire::TransportContext &context)
{
    m_apart.emplace(context);
    m_lifecycle = context.lifecycle;
}

void CrossingBreakpoints::close()
{
    m_isOpen = false;
    m_breakpoints.setSender(nullptr);
    m_breakpoints.leave(m_number);
    m_shown.clear();
    m_passed.clear();
}

bool CrossingBreakpoints::fits(const Bytes &message)
{
    return message.size() <= HttpBreakpoints::kMaxMessage;
}

void CrossingBreakpoints::show(Shown shown)
{
    shown.line =
        m_addsLineEnds ? Bytes::copyOf(std::string(shown.message.view()) + '\n') : shown.message;
    const MessagePath path{shown.channel, m_number};
    const Bytes line = shown.line;
    m_shown[++m_newest] = std::move(shown);
    m_breakpoints.take(path, 0, m_newest, line);
}

bool CrossingBreakpoints::isWaiting(Channel channel) const
{
    return m_breakpoints.isWaiting({channel, m_number});
}

void CrossingBreakpoints::messagePassed(const BreakpointEffect &write)
{
    const auto found = m_shown.find(write.position);
    const Shown *const shown = found == m_shown.end() ? nullptr : &found->second;
    const bool isSame = shown && write.bytes.data() == shown->line.data();
    if (shown)
        m_passed.push_back(write.position);
    const Bytes text = isSame ? shown->message : withoutAddedEnd(write.bytes);
    const bool isToServer = write.channel == Channel::Sent;
    if (!shown && !isToServer) // in place of the server
        return passComposed(write.channel, text, m_decider, m_noted);
    Passed passed{text, shown, !isSame, shown && shown->isApart};
    passed.split = write.split;
    if (isToServer)
        m_connection.passToServer(passed);
    else
        m_connection.passToClient(passed);
}

// What no side has sent is in no bytes of the connection.
void CrossingBreakpoints::passComposed(Channel channel, const Bytes &text, const QString &decider,
    const std::optional<rpc::Place::About> &otherwise)
{
    Passed passed{text};
    passed.place = m_apart ? m_apart->record(channel, text) : std::nullopt;
    passed.isRecorded = passed.place.has_value();
    note(rpc::lifecycle::kMessageComposed, decider, passed.place);
    if (!passed.isRecorded)
        passed.place = otherwise;
    if (channel == Channel::Sent)
        m_connection.passToServer(passed);
    else
        m_connection.passToClient(passed);
}

void CrossingBreakpoints::messageDropped(const BreakpointEffect &dropped)
{
    m_passed.push_back(dropped.position);
    const auto found = m_shown.find(dropped.position);
    if (found != m_shown.end() && !dropped.refusal)
        m_connection.messageDropped(found->second);
}

void CrossingBreakpoints::directionClosed(Channel channel)
{
    m_connection.directionClosed(channel);
}

// What the server receives is recorded by the connection; what the client has sent is not, if it
// differs or comes later.
void CrossingBreakpoints::recordShown(Shown &shown)
{
    if (shown.channel != Channel::Sent || !m_apart || std::exchange(shown.isApart, true))
        return;
    const auto *const outgoing = std::get_if<wire::Outgoing>(&shown.origin);
    shown.place = m_apart->record(
        Channel::Sent, shown.message, 0, outgoing ? outgoing->origin : rpc::Origin::None);
}

void CrossingBreakpoints::messageNoted(const BreakpointEffect &effect)
{
    const auto found = m_shown.find(effect.position);
    const bool isKnown = found != m_shown.end();
    if (isKnown)
        recordShown(found->second);
    m_noted = isKnown ? found->second.place : std::nullopt;
    m_decider = QString::fromStdString(deciderText(effect.breakpoint));
    note(effect.what, QString::fromStdString(effect.detail), m_noted);
    if (!isKnown || std::string_view(effect.what) != rpc::lifecycle::kMessageKept)
        return;
    m_connection.messageKept(found->second);
    m_shown.erase(found); // nobody waits for it
}

// A note may follow as long as a message waits.
void CrossingBreakpoints::messagesMoved()
{
    for (const std::uint64_t position : m_passed)
        m_shown.erase(position);
    m_passed.clear();
    if (!isWaiting(Channel::Sent) && !isWaiting(Channel::Received))
        m_shown.clear();
    m_connection.waitingChanged();
}

void CrossingBreakpoints::send(Channel channel, const Bytes &text)
{
    passComposed(channel, text, QStringLiteral("by you"), std::nullopt);
    m_connection.waitingChanged();
}

void CrossingBreakpoints::note(
    const char *what, const QString &detail, const std::optional<rpc::Place::About> &about)
{
    if (m_lifecycle)
        m_lifecycle->record(QLatin1String(what), detail, about);
}

} // namespace sonde::tap
