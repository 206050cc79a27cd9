// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "rpc/message.h"
#include "rpc/trafficsink.h"
#include "tap/breakpoint/breakpointeffect.h"

#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <string>
#include <utility>

namespace sonde::tap {

// A message that is not written yet.
struct WaitingMessage {
    enum class For : std::uint8_t { Person, Time, Others };

    std::uint64_t number = 0; // of a held message
    For wait = For::Others;
    bool aside = false; // others pass
    bool isRequest = false;
    rpc::Id id{};
    Bytes line{}; // as it came
    Bytes output{}; // what is written
    std::int64_t due = 0; // steady time until which it waits at most
    std::uint32_t breakpoint = 0;
    std::uint64_t position = 0;
    int client = 0;
    std::uint32_t split = 0;
    // The note that says how it is written, which is recorded then; empty: none does.
    const char *what = "";
    std::uint32_t decider = 0; // that breakpoint; 0: none, or a person
    std::string detail{};
};

// The messages that wait for a person, for a time, or for those of their path that wait before
// them.
class WaitingMessages {
public:
    // When so much waits, isFull() asks to read no more.
    static constexpr std::size_t kMaxSize = std::size_t(64) << 20; // bytes of a direction
    static constexpr std::size_t kMaxCount = 1000; // messages of a direction
    static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

    bool isWaiting(const MessagePath &path) const;
    bool isFull(rpc::Channel channel) const;
    bool holds() const; // one of them waits for a person

    void add(const MessagePath &path, WaitingMessage message);
    // Writes its output, behind those that wait.
    void pass(const MessagePath &path, WaitingMessage message, BreakpointEffects &out);
    // The one that waits for a person with that number, until the next call; nullptr: none does.
    std::pair<MessagePath, WaitingMessage *> held(std::uint64_t number);
    // It has been decided. What is not to be written waits no more.
    void settle(const MessagePath &path, const WaitingMessage &message, BreakpointEffects &out);
    // Its sender has cancelled a request: if it waits, it is not written any more. Over HTTP the
    // request and the notification are in different exchanges. Returns whether it waited.
    bool withdraw(rpc::Channel channel, int client, const rpc::Id &request, BreakpointEffects &out);
    void letGo(BreakpointEffects &out); // all of them, in order
    // The reader is gone, so nothing that waits can be written.
    void drop(const MessagePath &path, BreakpointEffects &out);
    void tick(std::int64_t now, BreakpointEffects &out);
    std::int64_t nextDue() const; // steady time of the next tick(); kNever: none is needed

private:
    using Queue = std::deque<WaitingMessage>;

    static void write(
        const MessagePath &path, const WaitingMessage &message, BreakpointEffects &out);
    void release(const MessagePath &path, const Queue::iterator &item, TapRefusal undecided,
        BreakpointEffects &out);
    void flush(const MessagePath &path, BreakpointEffects &out);

    std::map<MessagePath, Queue> m_queues; // of paths on which something waits
};

} // namespace sonde::tap
