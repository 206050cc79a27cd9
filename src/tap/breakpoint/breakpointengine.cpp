// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/breakpoint/breakpointengine.h"

#include "rpc/lifecycle.h"
#include "rpc/responsetemplate.h"
#include "tap/breakpoint/brokenline.h"
#include "tap/breakpoint/crossingmessage.h"
#include "json/patch.h"

#include <algorithm>
#include <string_view>

namespace sonde::tap {

namespace {

using Kind = BreakpointEffect::Kind;
using Act = BreakpointAction::Kind;

std::string_view withoutEnd(std::string_view line)
{
    const auto last = line.find_last_not_of("\r\n");
    return line.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

bool waitsForWindow(Act act)
{
    return act == Act::Hold || act == Act::Program;
}

// A client waits for its response for a few seconds only.
bool isOpening(std::string_view method)
{
    return method == "initialize" || method == "server/discover";
}

// To be written as it came.
WaitingMessage unchanged(const BreakpointEngine::Line &line, const rpc::Message &message)
{
    WaitingMessage item;
    item.isRequest = message.kind == rpc::Kind::Request;
    item.id = message.id;
    item.output = line.bytes;
    item.position = line.position;
    item.client = line.client;
    return item;
}

// With the note that is recorded when it is written: `sent` is what is written in its stead.
WaitingMessage noted(
    WaitingMessage item, const char *what, const Breakpoint &breakpoint, std::string_view sent = {})
{
    item.what = what;
    item.decider = breakpoint.number;
    item.detail = noteDetail(breakpoint.number, item.id, sent);
    return item;
}

std::int64_t nanoseconds(std::chrono::milliseconds time)
{
    return std::chrono::nanoseconds(
        std::clamp(time, std::chrono::milliseconds(0), BreakpointAction::kMaxDelay))
        .count();
}

} // namespace

void BreakpointEngine::setBreakpoints(std::vector<Breakpoint> breakpoints)
{
    if (breakpoints.size() > kMaxBreakpoints)
        breakpoints.resize(kMaxBreakpoints);
    Hits kept;
    for (const Breakpoint &one : breakpoints)
        kept[one.number] = hits(one.number);
    m_breakpoints = std::move(breakpoints);
    m_hits = std::move(kept);
    m_newHits = true; // whoever has set them expects to be told
}

std::uint64_t BreakpointEngine::hits(std::uint32_t number) const
{
    const auto found = m_hits.find(number);
    return found == m_hits.end() ? 0 : found->second;
}

void BreakpointEngine::setAttached(bool attached, BreakpointEffects &out)
{
    m_attached = attached;
    if (attached)
        return;
    m_waiting.letGo(out);
    m_asked.clear();
}

bool BreakpointEngine::isActive(rpc::Channel channel) const
{
    // Responses need the methods of their requests, which cross in the other direction.
    return isWaiting({channel}) || m_composed.isWaiting()
        || (m_attached
            && std::any_of(m_breakpoints.begin(), m_breakpoints.end(),
                [](const Breakpoint &one) { return one.on; }));
}

bool BreakpointEngine::stops(rpc::Channel channel) const
{
    return m_attached
        && std::any_of(m_breakpoints.begin(), m_breakpoints.end(),
            [channel](const Breakpoint &one) { return one.on && one.channel == channel; });
}

void BreakpointEngine::take(const Line &line, BreakpointEffects &out)
{
    rpc::Message message;
    const Bytes text = line.bytes.slice(0, withoutEnd(line.bytes.view()).size());
    if (text.isEmpty() || !rpc::decodeOne(text, message)) {
        m_waiting.pass(line.path(), unchanged(line, message), out);
        return;
    }
    if (m_composed.takes(line.channel, message)) {
        out.push_back(noteEffect(
            rpc::lifecycle::kMessageKept, line.path(), line.position, noteDetail(0, message.id)));
        out.push_back(droppedEffect(line.path(), line.position));
        return;
    }
    if (message.kind == rpc::Kind::Notification && message.method == "notifications/cancelled") {
        cancel(line, rpc::Id(message.params()["requestId"].raw()), out);
        return;
    }
    const Asked asked = m_asked.take(line.client, line.channel, message);
    const Breakpoint *const found = m_attached ? hit(line, message, asked) : nullptr;
    if (found)
        act(*found, line, message, asked, out);
    else
        m_waiting.pass(line.path(), unchanged(line, message), out);
}

void BreakpointEngine::cancel(const Line &line, const rpc::Id &request, BreakpointEffects &out)
{
    if (!m_waiting.withdraw(line.channel, line.client, request, out)
        && !m_asked.takeStopped(line.client, line.channel, request)) {
        out.push_back(writeEffect(line.path(), line.position, line.bytes));
        return;
    }
    out.push_back(noteEffect(rpc::lifecycle::kMessageDropped, line.path(), line.position,
        noteDetail("its request was not sent", request)));
    out.push_back(droppedEffect(line.path(), line.position));
}

const Breakpoint *BreakpointEngine::hit(
    const Line &line, const rpc::Message &message, const Asked &asked)
{
    const CrossingMessage row(line.channel, message, asked.method, asked.target, line.at);
    const bool opens = isOpening(message.method) || isOpening(asked.method);
    for (const Breakpoint &one : m_breakpoints) {
        if (!one.on || one.channel != line.channel || !row.fits(one.filter)
            || (opens && waitsForWindow(one.action.kind)))
            continue;
        const std::uint64_t hits = ++m_hits[one.number];
        m_newHits = true;
        if (one.only == 0 || one.only == hits)
            return &one;
    }
    return nullptr;
}

void BreakpointEngine::act(const Breakpoint &breakpoint, const Line &line,
    const rpc::Message &message, const Asked &asked, BreakpointEffects &out)
{
    const MessagePath path = line.path();
    WaitingMessage item = unchanged(line, message);
    const auto say = [&](const char *what, std::string_view sent = {}) {
        out.push_back(
            noteEffect(what, path, line.position, noteDetail(breakpoint.number, message.id, sent)));
        out.back().breakpoint = breakpoint.number;
    };
    switch (breakpoint.action.kind) {
    case Act::Hold:
    case Act::Delay:
    case Act::Program:
        hold(breakpoint, line, message, asked, out);
        return;
    case Act::Drop:
        say(rpc::lifecycle::kMessageDropped);
        out.push_back(droppedEffect(path, line.position));
        m_asked.stop(line.client, line.channel, message.id);
        return;
    case Act::Duplicate:
        if (line.isAlone)
            break;
        m_waiting.pass(path, noted(item, rpc::lifecycle::kMessageDuplicated, breakpoint), out);
        m_waiting.pass(path, item, out);
        return;
    case Act::Respond:
        if (message.kind == rpc::Kind::Request) {
            const rpc::FilledResponse filled = rpc::filledResponse(message, breakpoint.action.text);
            if (!filled.problem.empty()) {
                item = noted(std::move(item), rpc::lifecycle::kBreakpointFailed, breakpoint);
                item.detail += " · " + filled.problem;
                m_waiting.pass(path, std::move(item), out);
                return;
            }
            if (const auto response = responseLine(message, filled.text)) {
                say(rpc::lifecycle::kMessageAnswered, withoutEnd(response->view()));
                out.back().bytes = response->slice(0, withoutEnd(response->view()).size());
                respond(path, line.position, *response, out);
                m_asked.stop(line.client, line.channel, message.id);
                return;
            }
        }
        break;
    case Act::Patch: {
        const auto patched =
            json::applyPatch(message.bytes(), json::Document::parse(breakpoint.action.text));
        if (patched && (isHttp() || patched->view().find('\n') == std::string_view::npos)) {
            item.output = Bytes::copyOf(std::string(patched->view()) + '\n');
            m_waiting.pass(path,
                noted(item, rpc::lifecycle::kMessageChanged, breakpoint, patched->view()), out);
            return;
        }
        break;
    }
    case Act::Truncate:
    case Act::Split:
    case Act::Garble:
        if (breakBytes(breakpoint, line, message, out))
            return;
        break;
    case Act::Close:
        say(rpc::lifecycle::kStreamClosed);
        out.push_back(closeEffect(path));
        return;
    }
    // A patch that does not fit, a response to what is no request, or what HTTP cannot do.
    m_waiting.pass(path, noted(item, rpc::lifecycle::kBreakpointFailed, breakpoint), out);
}

// Over HTTP a split message stays what it is: only its bytes arrive apart.
bool BreakpointEngine::breakBytes(const Breakpoint &breakpoint, const Line &line,
    const rpc::Message &message, BreakpointEffects &out)
{
    const BreakpointAction &action = breakpoint.action;
    if (!isOffered(m_transport, line.channel, action.kind))
        return false;
    const bool apart = isHttp() && action.kind == Act::Split;
    const Bytes broken = brokenLine(
        apart ? Bytes::copyOf(std::string(line.bytes.view()) + '\n') : line.bytes, action);
    WaitingMessage item = noted(unchanged(line, message), rpc::lifecycle::kMessageBroken,
        breakpoint, withoutEnd(broken.view()));
    if (apart)
        item.split = action.bytes;
    else
        item.output = broken;
    m_waiting.pass(line.path(), item, out);
    return true;
}

// The request itself goes no further.
void BreakpointEngine::respond(
    const MessagePath &path, std::uint64_t position, const Bytes &response, BreakpointEffects &out)
{
    WaitingMessage item;
    item.output = response;
    m_waiting.pass({otherWay(path.channel), path.exchange}, std::move(item), out);
    if (path.channel == rpc::Channel::Received)
        out.push_back(droppedEffect(path, position));
}

void BreakpointEngine::hold(const Breakpoint &breakpoint, const Line &line,
    const rpc::Message &message, const Asked &asked, BreakpointEffects &out)
{
    const bool byWindow = waitsForWindow(breakpoint.action.kind);
    WaitingMessage item = unchanged(line, message);
    item.wait = byWindow ? WaitingMessage::For::Person : WaitingMessage::For::Time;
    item.aside = breakpoint.othersPass;
    item.line = line.bytes;
    item.breakpoint = breakpoint.number;
    const bool isEndless = byWindow
        && (breakpoint.action.kind != Act::Hold || nanoseconds(breakpoint.action.delay) == 0);
    item.due =
        isEndless ? WaitingMessages::kNever : line.at.steady + nanoseconds(breakpoint.action.delay);
    if (!isEndless) { // the trace says when it went on
        item = noted(std::move(item), rpc::lifecycle::kMessageReleased, breakpoint);
        item.detail += byWindow ? " · no decision in time" : "";
    }
    out.push_back(
        noteEffect(byWindow ? rpc::lifecycle::kMessageHeld : rpc::lifecycle::kMessageDelayed,
            line.path(), line.position, noteDetail(breakpoint.number, message.id)));
    out.back().breakpoint = breakpoint.number;
    if (byWindow) {
        item.number = ++m_held;
        BreakpointEffect held;
        held.kind = Kind::Held;
        held.channel = line.channel;
        held.exchange = line.exchange;
        held.bytes = message.bytes();
        held.message = item.number;
        held.breakpoint = breakpoint.number;
        held.since = line.at;
        held.untilNs = isEndless ? 0 : line.at.wall + nanoseconds(breakpoint.action.delay);
        held.client = line.client;
        held.asked = asked;
        out.push_back(std::move(held));
    }
    m_waiting.add(line.path(), std::move(item));
}

std::optional<TapRefusal> BreakpointEngine::refusalOf(
    const WaitingMessage &item, const HeldDecision &decision)
{
    using Way = HeldDecision::Kind;
    const bool hasText = decision.kind == Way::SendChanged || decision.kind == Way::Respond
        || decision.kind == Way::Program;
    if (decision.kind == Way::Respond && !item.isRequest)
        return TapRefusal::NotARequest;
    if (decision.text.size() > BreakpointAction::kMaxText)
        return TapRefusal::TooLong;
    if (hasText && (decision.text.empty() || decision.text.find('\n') != std::string::npos))
        return TapRefusal::NotOneLine;
    return std::nullopt;
}

void BreakpointEngine::decide(
    std::uint64_t message, const HeldDecision &decision, Stamp now, BreakpointEffects &out)
{
    const auto [path, item] = m_waiting.held(message);
    const auto refusal = item ? refusalOf(*item, decision) : TapRefusal::NotHeld;
    if (item && !refusal) {
        decide(path, *item, decision, now, out);
        m_waiting.settle(path, *item, out);
    }
    if (refusal)
        out.push_back(refusedEffect(message, *refusal));
}

void BreakpointEngine::decide(const MessagePath &path, WaitingMessage &item,
    const HeldDecision &decision, Stamp now, BreakpointEffects &out)
{
    using Way = HeldDecision::Kind;
    const auto say = [&](const char *what, std::string_view sent = {}) {
        out.push_back(noteEffect(what, path, item.position, noteDetail(0, item.id, sent)));
    };
    const auto sayWhenSent = [&item](const char *what, std::uint32_t decider,
                                 std::string_view sent = {}) {
        item.what = what;
        item.decider = decider;
        item.detail = noteDetail(decider, item.id, sent);
    };
    item.wait = WaitingMessage::For::Others;
    item.what = ""; // not that the time is over
    switch (decision.kind) {
    case Way::SendAsItWas:
        sayWhenSent(rpc::lifecycle::kMessageReleased, 0);
        break;
    case Way::SendChanged:
        if (decision.text == withoutEnd(item.line.view())) {
            sayWhenSent(rpc::lifecycle::kMessageReleased, 0);
            break;
        }
        sayWhenSent(rpc::lifecycle::kMessageChanged, 0, decision.text);
        item.output = Bytes::copyOf(decision.text + '\n');
        break;
    case Way::Drop:
        say(rpc::lifecycle::kMessageDropped);
        item.output = {};
        out.push_back(droppedEffect(path, item.position));
        m_asked.stop(item.client, path.channel, item.id);
        break;
    case Way::Delay:
        say(rpc::lifecycle::kMessageDelayed);
        sayWhenSent(rpc::lifecycle::kMessageReleased, 0);
        item.wait = WaitingMessage::For::Time;
        item.due = now.steady + nanoseconds(decision.delay);
        break;
    case Way::Respond:
        say(rpc::lifecycle::kMessageAnswered, decision.text);
        out.back().bytes = Bytes::copyOf(decision.text);
        item.output = {};
        respond(path, item.position, Bytes::copyOf(decision.text + '\n'), out);
        m_asked.stop(item.client, path.channel, item.id);
        break;
    case Way::Program:
        sayWhenSent(rpc::lifecycle::kMessageChanged, item.breakpoint, decision.text);
        item.output = Bytes::copyOf(decision.text + '\n');
        break;
    case Way::ProgramFailed:
        sayWhenSent(rpc::lifecycle::kBreakpointFailed, item.breakpoint);
        item.detail += " · " + decision.text;
        break;
    }
    out.push_back(goneEffect(path, item.number));
}

void BreakpointEngine::compose(const ComposedMessage &message, BreakpointEffects &out)
{
    rpc::Message decoded;
    std::optional<TapRefusal> refusal;
    if (message.text.size() > BreakpointAction::kMaxText)
        refusal = TapRefusal::TooLong;
    else if (message.text.empty() || message.text.find_first_of("\r\n") != std::string::npos)
        refusal = TapRefusal::NotOneLine;
    else if (!rpc::decodeOne(Bytes::copyOf(message.text), decoded))
        refusal = TapRefusal::NotAMessage;
    else
        refusal = m_composed.add(message.channel, decoded);
    if (refusal) {
        out.push_back(refusedEffect(message.number, *refusal, true));
        return;
    }
    BreakpointEffect composed;
    composed.kind = Kind::Composed;
    composed.channel = message.channel;
    composed.bytes = decoded.bytes();
    composed.message = message.number;
    out.push_back(std::move(composed));
    out.push_back(writeEffect({message.channel}, 0, Bytes::copyOf(message.text + '\n')));
}

} // namespace sonde::tap
