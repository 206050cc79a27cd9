// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/httpbreakpoints.h"

#include "base/overloaded.h"
#include "tap/breakpoint/controlline.h"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

namespace sonde::tap {

HttpBreakpoints::HttpBreakpoints(Window window, QObject *parent, TapTransport transport)
    : QObject(parent)
    , m_window(std::move(window))
    , m_engine(transport)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        BreakpointEffects effects;
        m_engine.tick(SystemClock::instance().now().steady, effects);
        perform(effects);
    });
}

std::uint64_t HttpBreakpoints::enter(MessageParty &party)
{
    m_parties[++m_newest] = &party;
    return m_newest;
}

void HttpBreakpoints::leave(std::uint64_t exchange)
{
    m_parties.erase(exchange);
    BreakpointEffects effects;
    m_engine.drop({rpc::Channel::Sent, exchange}, effects);
    m_engine.drop({rpc::Channel::Received, exchange}, effects);
    perform(effects);
}

void HttpBreakpoints::take(
    const MessagePath &path, int client, std::uint64_t position, const Bytes &text, bool isAlone)
{
    BreakpointEngine::Line line{path.channel, text, SystemClock::instance().now(), position};
    line.exchange = path.exchange;
    line.client = client;
    line.isAlone = isAlone;
    BreakpointEffects effects;
    m_engine.take(line, effects);
    perform(effects);
}

void HttpBreakpoints::forgetComposed(rpc::Channel channel, const rpc::Id &id)
{
    m_engine.forgetComposed(channel, id);
    perform(BreakpointEffects());
}

bool HttpBreakpoints::withdraw(rpc::Channel channel, int client, const rpc::Id &request)
{
    BreakpointEffects effects;
    const bool waited = m_engine.withdraw(channel, client, request, effects);
    perform(effects);
    return waited;
}

bool HttpBreakpoints::obey(std::string_view line)
{
    const auto parsed = parseControlLine(line);
    if (parsed)
        obey(*parsed);
    return parsed.ok();
}

bool HttpBreakpoints::windowSaid(std::string_view line)
{
    auto parsed = parseControlLine(line);
    if (!parsed)
        return false;
    if (++m_waiting > BreakpointGate::kMaxCommands) {
        --m_waiting;
        return false;
    }
    QMetaObject::invokeMethod(
        this,
        [this, commands = std::move(parsed).value()] {
            --m_waiting;
            obey(commands);
        },
        Qt::QueuedConnection);
    return true;
}

void HttpBreakpoints::windowLeft()
{
    QMetaObject::invokeMethod(
        this, [this] { obey({AttachWindow{false}}); }, Qt::QueuedConnection);
}

void HttpBreakpoints::obey(const std::vector<GateCommand> &commands)
{
    BreakpointEffects effects;
    for (const GateCommand &command : commands)
        obey(command, effects);
    perform(effects);
}

void HttpBreakpoints::obey(const GateCommand &command, BreakpointEffects &effects)
{
    std::visit(
        Overloaded{
            [&](const AttachWindow &attach) { m_engine.setAttached(attach.attached, effects); },
            [&](const std::vector<Breakpoint> &list) { m_engine.setBreakpoints(list); },
            [&](const DecideHeld &held) {
                m_engine.decide(
                    held.message, held.decision, SystemClock::instance().now(), effects);
            },
            [&](const ComposedMessage &message) { compose(message, effects); },
        },
        command);
}

void HttpBreakpoints::compose(const ComposedMessage &message, BreakpointEffects &effects)
{
    if (m_sender && m_sender->canSend(message.channel))
        m_engine.compose(message, effects);
    else
        effects.push_back(refusedEffect(message.number, TapRefusal::NotOverHttp, true));
}

MessageParty *HttpBreakpoints::party(std::uint64_t exchange) const
{
    const auto found = m_parties.find(exchange);
    return found == m_parties.end() ? nullptr : found->second;
}

// A party may leave in each call of it.
void HttpBreakpoints::perform(const BreakpointEffects &effects)
{
    // For the messages that a party shows in these calls.
    m_isActive = m_engine.isActive(rpc::Channel::Sent);
    std::set<std::uint64_t> moved;
    for (const BreakpointEffect &effect : effects) {
        perform(effect);
        moved.insert(effect.exchange);
    }
    for (const std::uint64_t exchange : moved) {
        if (MessageParty *const who = party(exchange))
            who->messagesMoved();
    }
    if (m_engine.drainHits())
        m_window.tellNewest(tapLine(TapHits{m_engine.hits()}));
    const std::int64_t due = m_engine.nextDue();
    if (due == BreakpointEngine::kNever) {
        m_timer.stop();
        return;
    }
    const std::chrono::nanoseconds left(due - SystemClock::instance().now().steady);
    m_timer.start(
        std::max(std::chrono::milliseconds(0), std::chrono::ceil<std::chrono::milliseconds>(left)));
}

void HttpBreakpoints::perform(const BreakpointEffect &effect)
{
    using Kind = BreakpointEffect::Kind;
    if (const std::string line = windowLine(effect); !line.empty())
        m_window.tell(line);
    if (effect.kind == Kind::Composed && m_sender)
        m_sender->send(effect.channel, effect.bytes);
    MessageParty *const who = party(effect.exchange);
    if (!who)
        return;
    if (effect.kind == Kind::Write)
        who->messagePassed(effect);
    else if (effect.kind == Kind::Dropped)
        who->messageDropped(effect);
    else if (effect.kind == Kind::Close)
        who->directionClosed(effect.channel);
    else if (effect.kind == Kind::Note)
        who->messageNoted(effect);
}

} // namespace sonde::tap
