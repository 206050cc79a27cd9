// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/breakpoint/breakpointengine.h"

#include "rpc/lifecycle.h"
#include "tap/breakpoint/brokenline.h"
#include "tap/breakpoint/crossingmessage.h"
#include "json/patch.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace sonde::tap {

namespace {

using Kind = BreakpointEffect::Kind;
using Act = BreakpointAction::Kind;

rpc::Channel otherWay(rpc::Channel channel)
{
    return channel == rpc::Channel::Sent ? rpc::Channel::Received : rpc::Channel::Sent;
}

std::string_view withoutEnd(std::string_view line)
{
    const auto last = line.find_last_not_of("\r\n");
    return line.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

bool waitsForWindow(Act act)
{
    return act == Act::Hold || act == Act::Program;
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
    for (auto &[path, queue] : m_queues) {
        while (!queue.empty())
            release(path, queue.begin(), TapRefusal::Ended, out);
    }
    m_queues.clear();
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

bool BreakpointEngine::isWaiting(const MessagePath &path) const
{
    const auto found = m_queues.find(path);
    return found != m_queues.end() && !found->second.empty();
}

bool BreakpointEngine::isFull(rpc::Channel channel) const
{
    std::size_t count = 0;
    std::size_t size = 0;
    for (const auto &[path, queue] : m_queues) {
        if (path.channel != channel)
            continue;
        count += queue.size();
        for (const Waiting &item : queue)
            size += item.line.size() + item.output.size();
    }
    return count >= kMaxCount || size >= kMaxWaiting;
}

void BreakpointEngine::take(const Line &line, BreakpointEffects &out)
{
    rpc::Message message;
    const Bytes text = line.bytes.slice(0, withoutEnd(line.bytes.view()).size());
    if (text.isEmpty() || !rpc::decodeOne(text, message)) {
        pass(line.path(), line.position, line.bytes, out);
        return;
    }
    if (m_composed.takes(line.channel, message)) {
        out.push_back(noteEffect(
            rpc::lifecycle::kMessageKept, line.path(), line.position, noteDetail(0, message.id)));
        out.push_back(droppedEffect(line.path(), line.position));
        return;
    }
    if (message.kind == rpc::Kind::Notification && message.method == "notifications/cancelled") {
        letCancelledGo(line, message, out);
        out.push_back(writeEffect(line.path(), line.position, line.bytes));
        return;
    }
    const Asked asked = m_asked.take(line.client, line.channel, message);
    const Breakpoint *const found = m_attached ? hit(line, message, asked) : nullptr;
    const bool opens = message.method == "initialize" || asked.method == "initialize";
    if (found && !(opens && waitsForWindow(found->action.kind)))
        act(*found, line, message, out);
    else
        pass(line.path(), line.position, line.bytes, out);
}

const Breakpoint *BreakpointEngine::hit(
    const Line &line, const rpc::Message &message, const Asked &asked)
{
    const CrossingMessage row(line.channel, message, asked.method, asked.target, line.at);
    for (const Breakpoint &one : m_breakpoints) {
        if (!one.on || one.channel != line.channel || !row.fits(one.filter))
            continue;
        const std::uint64_t hits = ++m_hits[one.number];
        m_newHits = true;
        if (one.only == 0 || one.only == hits)
            return &one;
    }
    return nullptr;
}

void BreakpointEngine::act(const Breakpoint &breakpoint, const Line &line,
    const rpc::Message &message, BreakpointEffects &out)
{
    const MessagePath path = line.path();
    const auto say = [&](const char *what, std::string_view sent = {}) {
        out.push_back(
            noteEffect(what, path, line.position, noteDetail(breakpoint.number, message.id, sent)));
    };
    switch (breakpoint.action.kind) {
    case Act::Hold:
    case Act::Delay:
    case Act::Program:
        hold(breakpoint, line, message, out);
        return;
    case Act::Drop:
        say(rpc::lifecycle::kMessageDropped);
        out.push_back(droppedEffect(path, line.position));
        return;
    case Act::Duplicate:
        if (line.isAlone)
            break;
        say(rpc::lifecycle::kMessageDuplicated);
        pass(path, line.position, line.bytes, out);
        pass(path, line.position, line.bytes, out);
        return;
    case Act::Respond:
        if (message.kind == rpc::Kind::Request) {
            if (const auto response = responseLine(message, breakpoint.action.text)) {
                say(rpc::lifecycle::kMessageAnswered, withoutEnd(response->view()));
                answer(path, line.position, *response, out);
                return;
            }
        }
        break;
    case Act::Patch: {
        const auto patched =
            json::applyPatch(message.bytes(), json::Document::parse(breakpoint.action.text));
        if (patched && (isHttp() || patched->view().find('\n') == std::string_view::npos)) {
            say(rpc::lifecycle::kMessageChanged, patched->view());
            pass(path, line.position, Bytes::copyOf(std::string(patched->view()) + '\n'), out);
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
    say(rpc::lifecycle::kBreakpointFailed);
    pass(path, line.position, line.bytes, out);
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
    out.push_back(noteEffect(rpc::lifecycle::kMessageBroken, line.path(), line.position,
        noteDetail(breakpoint.number, message.id, withoutEnd(broken.view()))));
    if (apart)
        pass(line.path(), line.position, line.bytes, out, action.bytes);
    else
        pass(line.path(), line.position, broken, out);
    return true;
}

// The request itself goes no further.
void BreakpointEngine::answer(
    const MessagePath &path, std::uint64_t position, const Bytes &response, BreakpointEffects &out)
{
    pass({otherWay(path.channel), path.exchange}, 0, response, out);
    if (path.channel == rpc::Channel::Received)
        out.push_back(droppedEffect(path, position));
}

void BreakpointEngine::hold(const Breakpoint &breakpoint, const Line &line,
    const rpc::Message &message, BreakpointEffects &out)
{
    const bool byWindow = waitsForWindow(breakpoint.action.kind);
    Waiting item;
    item.wait = byWindow ? Wait::Person : Wait::Time;
    item.aside = breakpoint.othersPass;
    item.isRequest = message.kind == rpc::Kind::Request;
    item.id = message.id;
    item.line = line.bytes;
    item.output = line.bytes;
    item.position = line.position;
    item.client = line.client;
    item.breakpoint = breakpoint.number;
    item.due = line.at.steady + nanoseconds(breakpoint.action.delay);
    out.push_back(
        noteEffect(byWindow ? rpc::lifecycle::kMessageHeld : rpc::lifecycle::kMessageDelayed,
            line.path(), line.position, noteDetail(breakpoint.number, message.id)));
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
        held.client = line.client;
        out.push_back(std::move(held));
    }
    m_queues[line.path()].push_back(std::move(item));
}

// Over HTTP the request and the notification are in different exchanges.
void BreakpointEngine::letCancelledGo(
    const Line &line, const rpc::Message &message, BreakpointEffects &out)
{
    const std::string_view id = message.params()["requestId"].raw();
    for (auto &[path, queue] : m_queues) {
        const auto found = std::find_if(queue.begin(), queue.end(), [&](const Waiting &item) {
            return item.isRequest && item.client == line.client && item.id == id;
        });
        if (path.channel != line.channel || found == queue.end())
            continue;
        release(path, found, TapRefusal::Cancelled, out);
        flush(path, out);
        return;
    }
}

// Behind those that wait.
void BreakpointEngine::pass(const MessagePath &path, std::uint64_t position, const Bytes &line,
    BreakpointEffects &out, std::uint32_t split)
{
    const auto queue = m_queues.find(path);
    const bool free = queue == m_queues.end()
        || std::all_of(queue->second.begin(), queue->second.end(),
            [](const Waiting &item) { return item.aside; });
    if (free) {
        out.push_back(writeEffect(path, position, line));
        out.back().split = split;
        return;
    }
    Waiting item;
    item.output = line;
    item.position = position;
    item.split = split;
    queue->second.push_back(std::move(item));
}

// Writes it as it is now, whatever waits before it.
void BreakpointEngine::release(const MessagePath &path, const Queue::iterator &item,
    TapRefusal undecided, BreakpointEffects &out)
{
    if (item->wait == Wait::Person)
        out.push_back(goneEffect(path, item->number, undecided));
    if (!item->output.isEmpty()) {
        out.push_back(writeEffect(path, item->position, item->output));
        out.back().split = item->split;
    }
    m_queues.at(path).erase(item);
}

// Everything that waits for nothing any more.
void BreakpointEngine::flush(const MessagePath &path, BreakpointEffects &out)
{
    Queue &queue = m_queues.at(path);
    bool blocked = false;
    for (auto item = queue.begin(); item != queue.end() && !blocked;) {
        const auto at = std::distance(queue.begin(), item);
        if (item->wait == Wait::Others) {
            release(path, item, TapRefusal::Ended, out);
            item = queue.begin() + at;
        } else {
            blocked = !item->aside;
            ++item;
        }
    }
}

std::optional<TapRefusal> BreakpointEngine::refusalOf(
    const Waiting &item, const HeldDecision &decision)
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
    std::optional<TapRefusal> refusal = TapRefusal::NotHeld;
    for (auto &[path, queue] : m_queues) {
        const auto item = std::find_if(queue.begin(), queue.end(), [message](const Waiting &one) {
            return one.wait == Wait::Person && one.number == message;
        });
        if (item == queue.end())
            continue;
        refusal = refusalOf(*item, decision);
        if (refusal)
            break;
        decide(path, *item, decision, now, out);
        // One that others pass waits for nothing else.
        if (item->wait == Wait::Others && item->aside)
            release(path, item, TapRefusal::Ended, out);
        flush(path, out);
        break;
    }
    if (refusal)
        out.push_back(refusedEffect(message, *refusal));
}

void BreakpointEngine::decide(const MessagePath &path, Waiting &item, const HeldDecision &decision,
    Stamp now, BreakpointEffects &out)
{
    using Way = HeldDecision::Kind;
    const auto say = [&](const char *what, std::string_view sent = {}, std::uint32_t by = 0) {
        out.push_back(noteEffect(what, path, item.position, noteDetail(by, item.id, sent)));
    };
    item.wait = Wait::Others;
    switch (decision.kind) {
    case Way::SendAsItWas:
        say(rpc::lifecycle::kMessageReleased);
        break;
    case Way::SendChanged:
        say(rpc::lifecycle::kMessageChanged, decision.text);
        item.output = Bytes::copyOf(decision.text + '\n');
        break;
    case Way::Drop:
        say(rpc::lifecycle::kMessageDropped);
        item.output = {};
        out.push_back(droppedEffect(path, item.position));
        break;
    case Way::Delay:
        say(rpc::lifecycle::kMessageDelayed);
        item.wait = Wait::Time;
        item.due = now.steady + nanoseconds(decision.delay);
        break;
    case Way::Respond:
        say(rpc::lifecycle::kMessageAnswered, decision.text);
        item.output = {};
        answer(path, item.position, Bytes::copyOf(decision.text + '\n'), out);
        break;
    case Way::Program:
        say(rpc::lifecycle::kMessageChanged, decision.text, item.breakpoint);
        item.output = Bytes::copyOf(decision.text + '\n');
        break;
    case Way::ProgramFailed:
        out.push_back(noteEffect(rpc::lifecycle::kBreakpointFailed, path, item.position,
            noteDetail(item.breakpoint, item.id) + " · " + decision.text));
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

void BreakpointEngine::drop(const MessagePath &path, BreakpointEffects &out)
{
    const auto found = m_queues.find(path);
    if (found == m_queues.end())
        return;
    for (const Waiting &item : found->second) {
        if (item.wait == Wait::Person)
            out.push_back(goneEffect(path, item.number, TapRefusal::Ended));
    }
    m_queues.erase(found);
}

void BreakpointEngine::tick(std::int64_t now, BreakpointEffects &out)
{
    for (auto &[path, queue] : m_queues) {
        for (Waiting &item : queue) {
            if (item.wait == Wait::Time && item.due <= now)
                item.wait = Wait::Others;
        }
        // Those that others pass go first: they wait for nothing else.
        for (auto item = queue.begin(); item != queue.end();) {
            const auto at = std::distance(queue.begin(), item);
            if (item->aside && item->wait == Wait::Others) {
                release(path, item, TapRefusal::Ended, out);
                item = queue.begin() + at;
            } else {
                ++item;
            }
        }
        flush(path, out);
    }
}

std::int64_t BreakpointEngine::nextDue() const
{
    std::int64_t next = kNever;
    for (const auto &[path, queue] : m_queues) {
        for (const Waiting &item : queue) {
            if (item.wait == Wait::Time)
                next = std::min(next, item.due);
        }
    }
    return next;
}

} // namespace sonde::tap
