// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/breakpoint/breakpointgate.h"

#include "base/overloaded.h"
#include "platform/descriptors.h"

#include <array>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace sonde::tap {

BreakpointGate::BreakpointGate(Reports reports)
    : m_reports(std::move(reports))
{
    int ends[2] = {-1, -1};
    if (!platform::openPipe(ends))
        return; // no command arrives, so nothing is ever held
    platform::makeNonBlocking(ends[0]);
    platform::makeNonBlocking(ends[1]);
    m_woken = Inlet(ends[0]);
    m_waker = Inlet(ends[1]);
}

bool BreakpointGate::command(GateCommand command)
{
    {
        const std::lock_guard lock(m_mutex);
        // That the window is gone must always arrive.
        if (m_commands.size() >= kMaxCommands && !std::holds_alternative<AttachWindow>(command))
            return false;
        m_commands.push_back(std::move(command));
    }
    [[maybe_unused]] const ssize_t written = ::write(m_waker.descriptor(), "", 1);
    return true;
}

bool BreakpointGate::isClosed(rpc::Channel channel) const
{
    return m_engine.isActive(channel) || isWaiting(channel);
}

void BreakpointGate::passed(rpc::Channel channel, const Bytes &bytes)
{
    of(channel).seen += bytes.size();
    of(channel).passes = bytes.view().back() != '\n';
    lineEnded(channel);
}

void BreakpointGate::take(rpc::Channel channel, Stamp at, const Bytes &bytes)
{
    Direction &direction = of(channel);
    std::string_view rest = bytes.view();
    while (!rest.empty()) {
        const auto end = rest.find('\n');
        const std::string_view piece =
            end == std::string_view::npos ? rest : rest.substr(0, end + 1);
        rest.remove_prefix(piece.size());
        direction.seen += piece.size();
        const bool ended = end != std::string_view::npos;
        if (!direction.passes && direction.line.size() + piece.size() > kMaxLine) {
            direction.passes = true;
            direction.output.push_back(Bytes::copyOf(std::exchange(direction.line, {})));
        }
        if (direction.passes) {
            direction.output.push_back(Bytes::copyOf(piece));
            direction.passes = !ended;
            lineEnded(channel);
        } else if (ended) {
            takeLine(channel, at, piece);
        } else {
            direction.line += piece;
        }
    }
    reportHits();
}

void BreakpointGate::takeLine(rpc::Channel channel, Stamp at, std::string_view end)
{
    std::string line = std::exchange(of(channel).line, {});
    line += end;
    BreakpointEffects effects;
    const std::uint64_t position = of(channel).seen - line.size();
    m_engine.take({channel, Bytes::copyOf(line), at, position}, effects);
    perform(effects, at);
}

// A line without its end is no message, and passes.
void BreakpointGate::sourceEnded(rpc::Channel channel)
{
    Direction &direction = of(channel);
    if (!direction.line.empty())
        direction.output.push_back(Bytes::copyOf(std::exchange(direction.line, {})));
    direction.over = true;
    BreakpointEffects effects;
    refuseComposed(channel, effects);
    perform(effects, SystemClock::instance().now());
}

void BreakpointGate::sinkEnded(rpc::Channel channel)
{
    of(channel).over = true;
    of(channel).line.clear();
    of(channel).output.clear();
    BreakpointEffects effects;
    refuseComposed(channel, effects);
    m_engine.drop({channel}, effects);
    perform(effects, SystemClock::instance().now());
}

std::optional<Bytes> BreakpointGate::next(rpc::Channel channel)
{
    Direction &direction = of(channel);
    // What has begun to come while nothing is to be stopped any more does not wait for its end.
    if (direction.output.empty() && !direction.line.empty() && !m_engine.isActive(channel)) {
        direction.passes = true;
        return Bytes::copyOf(std::exchange(direction.line, {}));
    }
    if (direction.output.empty())
        return std::nullopt;
    Bytes bytes = std::move(direction.output.front());
    direction.output.pop_front();
    return bytes;
}

bool BreakpointGate::isFull(rpc::Channel channel) const
{
    return m_engine.isFull(channel) || of(channel).ends;
}

bool BreakpointGate::isWaiting(rpc::Channel channel) const
{
    const Direction &direction = of(channel);
    return m_engine.isWaiting({channel}) || !direction.output.empty() || !direction.line.empty();
}

bool BreakpointGate::endsStream(rpc::Channel channel) const
{
    return of(channel).ends && of(channel).output.empty();
}

void BreakpointGate::serve(Stamp now)
{
    std::array<char, 256> signs{};
    while (::read(m_woken.descriptor(), signs.data(), signs.size()) > 0) { }
    std::vector<GateCommand> commands;
    {
        const std::lock_guard lock(m_mutex);
        commands.swap(m_commands);
    }
    BreakpointEffects effects;
    for (const GateCommand &command : commands)
        perform(command, now, effects);
    m_engine.tick(now.steady, effects);
    perform(effects, now);
    reportHits();
}

// Never in the middle of a line.
void BreakpointGate::compose(const ComposedMessage &message, BreakpointEffects &effects)
{
    Direction &direction = of(message.channel);
    if (direction.over || direction.ends || direction.composed.size() >= kMaxCommands)
        effects.push_back(refusedEffect(message.number, TapRefusal::Ended, true));
    else if (direction.passes)
        direction.composed.push_back(message);
    else
        m_engine.compose(message, effects);
}

void BreakpointGate::lineEnded(rpc::Channel channel)
{
    Direction &direction = of(channel);
    if (direction.passes || direction.composed.empty())
        return;
    BreakpointEffects effects;
    for (const ComposedMessage &message : std::exchange(direction.composed, {}))
        m_engine.compose(message, effects);
    perform(effects, SystemClock::instance().now());
}

void BreakpointGate::refuseComposed(rpc::Channel channel, BreakpointEffects &effects)
{
    for (const ComposedMessage &message : std::exchange(of(channel).composed, {}))
        effects.push_back(refusedEffect(message.number, TapRefusal::Ended, true));
}

void BreakpointGate::reportHits()
{
    if (m_engine.drainHits())
        m_reports.hits(m_engine.hits());
}

void BreakpointGate::perform(const GateCommand &command, Stamp now, BreakpointEffects &effects)
{
    std::visit(
        Overloaded{
            [&](const AttachWindow &attach) { m_engine.setAttached(attach.attached, effects); },
            [&](const std::vector<Breakpoint> &list) { m_engine.setBreakpoints(list); },
            [&](const DecideHeld &held) {
                m_engine.decide(held.message, held.decision, now, effects);
            },
            [&](const ComposedMessage &message) { compose(message, effects); },
        },
        command);
}

void BreakpointGate::perform(const BreakpointEffects &effects, Stamp now)
{
    for (const BreakpointEffect &effect : effects) {
        switch (effect.kind) {
        case BreakpointEffect::Kind::Write:
            of(effect.channel).output.push_back(effect.bytes);
            break;
        case BreakpointEffect::Kind::Close:
            of(effect.channel).ends = true;
            break;
        case BreakpointEffect::Kind::Dropped:
            break; // nothing is written
        case BreakpointEffect::Kind::Held:
        case BreakpointEffect::Kind::Gone:
        case BreakpointEffect::Kind::Refused:
        case BreakpointEffect::Kind::Composed:
        case BreakpointEffect::Kind::Note:
            m_reports.effect(effect, now);
            break;
        }
    }
}

void BreakpointGate::letGo()
{
    BreakpointEffects effects;
    m_engine.setAttached(false, effects);
    perform(effects, SystemClock::instance().now());
}

} // namespace sonde::tap
