// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/breakpoint/waitingmessages.h"

#include "rpc/lifecycle.h"

#include <algorithm>
#include <iterator>

namespace sonde::tap {

using For = WaitingMessage::For;

bool WaitingMessages::isWaiting(const MessagePath &path) const
{
    const auto found = m_queues.find(path);
    return found != m_queues.end() && !found->second.empty();
}

bool WaitingMessages::isFull(rpc::Channel channel) const
{
    std::size_t count = 0;
    std::size_t size = 0;
    for (const auto &[path, queue] : m_queues) {
        if (path.channel != channel)
            continue;
        count += queue.size();
        for (const WaitingMessage &item : queue)
            size += item.line.size() + item.output.size();
    }
    return count >= kMaxCount || size >= kMaxSize;
}

bool WaitingMessages::holds() const
{
    return std::any_of(m_queues.begin(), m_queues.end(), [](const auto &entry) {
        return std::any_of(entry.second.begin(), entry.second.end(),
            [](const WaitingMessage &item) { return item.wait == For::Person; });
    });
}

void WaitingMessages::add(const MessagePath &path, WaitingMessage message)
{
    m_queues[path].push_back(std::move(message));
}

void WaitingMessages::pass(const MessagePath &path, WaitingMessage message, BreakpointEffects &out)
{
    const auto queue = m_queues.find(path);
    const bool free = queue == m_queues.end()
        || std::all_of(queue->second.begin(), queue->second.end(),
            [](const WaitingMessage &item) { return item.aside; });
    if (free)
        write(path, message, out);
    else
        queue->second.push_back(std::move(message));
}

void WaitingMessages::write(
    const MessagePath &path, const WaitingMessage &message, BreakpointEffects &out)
{
    if (message.output.isEmpty())
        return;
    if (*message.what != '\0') {
        out.push_back(noteEffect(message.what, path, message.position, message.detail));
        out.back().breakpoint = message.decider;
    }
    out.push_back(writeEffect(path, message.position, message.output));
    out.back().split = message.split;
}

std::pair<MessagePath, WaitingMessage *> WaitingMessages::held(std::uint64_t number)
{
    for (auto &[path, queue] : m_queues) {
        const auto item =
            std::find_if(queue.begin(), queue.end(), [number](const WaitingMessage &one) {
                return one.wait == For::Person && one.number == number;
            });
        if (item != queue.end())
            return {path, &*item};
    }
    return {{}, nullptr};
}

void WaitingMessages::settle(
    const MessagePath &path, const WaitingMessage &message, BreakpointEffects &out)
{
    // One that others pass waits for nothing else.
    if (message.wait == For::Others && (message.aside || message.output.isEmpty())) {
        Queue &queue = m_queues.at(path);
        const auto item = std::find_if(queue.begin(), queue.end(),
            [&message](const WaitingMessage &one) { return &one == &message; });
        release(path, item, TapRefusal::Ended, out);
    }
    flush(path, out);
}

bool WaitingMessages::withdraw(
    rpc::Channel channel, int client, const rpc::Id &request, BreakpointEffects &out)
{
    const auto isIt = [&](const WaitingMessage &item) {
        return item.isRequest && item.client == client && item.id == request;
    };
    for (auto &[path, queue] : m_queues) {
        const auto found = std::find_if(queue.begin(), queue.end(), isIt);
        if (path.channel != channel || found == queue.end())
            continue;
        out.push_back(noteEffect(rpc::lifecycle::kMessageDropped, path, found->position,
            noteDetail("cancelled before it was sent", request)));
        out.push_back(droppedEffect(path, found->position));
        out.back().refusal = TapRefusal::Cancelled;
        if (found->wait == For::Person)
            out.push_back(goneEffect(path, found->number, TapRefusal::Cancelled));
        std::erase_if(queue, isIt); // one that a breakpoint duplicates waits twice
        flush(path, out);
        return true;
    }
    return false;
}

void WaitingMessages::letGo(BreakpointEffects &out)
{
    for (auto &[path, queue] : m_queues) {
        while (!queue.empty()) {
            WaitingMessage &first = queue.front();
            if (first.wait != For::Others) {
                first.what = rpc::lifecycle::kMessageReleased;
                first.decider = 0;
                first.detail = noteDetail("no window is there", first.id);
            }
            release(path, queue.begin(), TapRefusal::Ended, out);
        }
    }
    m_queues.clear();
}

// Writes it as it is now, whatever waits before it.
void WaitingMessages::release(const MessagePath &path, const Queue::iterator &item,
    TapRefusal undecided, BreakpointEffects &out)
{
    if (item->wait == For::Person)
        out.push_back(goneEffect(path, item->number, undecided));
    write(path, *item, out);
    m_queues.at(path).erase(item);
}

// Everything that waits for nothing any more.
void WaitingMessages::flush(const MessagePath &path, BreakpointEffects &out)
{
    Queue &queue = m_queues.at(path);
    bool blocked = false;
    for (auto item = queue.begin(); item != queue.end() && !blocked;) {
        const auto at = std::distance(queue.begin(), item);
        if (item->wait == For::Others) {
            release(path, item, TapRefusal::Ended, out);
            item = queue.begin() + at;
        } else {
            blocked = !item->aside;
            ++item;
        }
    }
}

void WaitingMessages::drop(const MessagePath &path, BreakpointEffects &out)
{
    const auto found = m_queues.find(path);
    if (found == m_queues.end())
        return;
    for (const WaitingMessage &item : found->second) {
        if (item.wait != For::Others)
            out.push_back(noteEffect(rpc::lifecycle::kMessageDropped, path, item.position,
                noteDetail("the connection has ended", item.id)));
        if (item.wait == For::Person)
            out.push_back(goneEffect(path, item.number, TapRefusal::Ended));
    }
    m_queues.erase(found);
}

void WaitingMessages::tick(std::int64_t now, BreakpointEffects &out)
{
    for (auto &[path, queue] : m_queues) {
        for (WaitingMessage &item : queue) {
            if (item.wait == For::Others || item.due > now)
                continue;
            if (item.wait == For::Person)
                out.push_back(goneEffect(path, item.number, TapRefusal::TimeOver));
            item.wait = For::Others;
        }
        // Those that others pass go first: they wait for nothing else.
        for (auto item = queue.begin(); item != queue.end();) {
            const auto at = std::distance(queue.begin(), item);
            if (item->aside && item->wait == For::Others) {
                release(path, item, TapRefusal::Ended, out);
                item = queue.begin() + at;
            } else {
                ++item;
            }
        }
        flush(path, out);
    }
}

std::int64_t WaitingMessages::nextDue() const
{
    std::int64_t next = kNever;
    for (const auto &[path, queue] : m_queues) {
        for (const WaitingMessage &item : queue) {
            if (item.wait != For::Others)
                next = std::min(next, item.due);
        }
    }
    return next;
}

} // namespace sonde::tap
