// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "rpc/message.h"
#include "rpc/trafficsink.h"
#include "tap/announce/tapline.h"
#include "tap/breakpoint/askedrequests.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::tap {

// The messages of a path wait for each other: one direction of a conversation over stdio, and of
// one exchange over HTTP.
struct MessagePath {
    rpc::Channel channel = rpc::Channel::Sent;
    std::uint64_t exchange = 0; // over stdio 0

    auto operator<=>(const MessagePath &other) const = default;
};

constexpr rpc::Channel otherWay(rpc::Channel channel)
{
    return channel == rpc::Channel::Sent ? rpc::Channel::Received : rpc::Channel::Sent;
}

// What the engine wants done, in order.
struct BreakpointEffect {
    enum class Kind : std::uint8_t {
        Write, // `bytes` in the direction `channel`
        Close, // that direction
        Held, // a person has to decide on `bytes`, the message without its line end
        Gone, // that message waits no more: `refusal` says why if nobody decided
        Refused, // a decision on that message, or what was composed, because of `refusal`
        Composed, // `bytes`, without a line end, is written for a person
        // For the recording: `what` is of rpc::lifecycle, `detail` follows it. `bytes`: the
        // response of kMessageAnswered, without a line end.
        Note,
        Dropped, // nothing is written of a message; `refusal`: its sender has cancelled it
    };
    Kind kind = Kind::Write;
    rpc::Channel channel = rpc::Channel::Sent;
    Bytes bytes{};
    std::uint64_t message = 0; // numbers what is held, from 1; or what is composed
    bool composed = false;
    std::optional<TapRefusal> refusal{};
    // Of a held message, which one stops it. Of a note, which one decided; 0: none, or a person.
    std::uint32_t breakpoint = 0;
    Stamp since{}; // when a held message came
    std::int64_t untilNs = 0; // wall clock at which it is sent as it was; 0: no limit
    int client = 0; // of a held message
    AskedRequests::Asked asked{}; // by the request whose response is held
    // Of a note, and of what is written for one message that came: the bytes of its direction
    // before the message.
    std::uint64_t position = 0;
    const char *what = "";
    std::string detail{};
    std::uint64_t exchange = 0; // of MessagePath
    // Of Write over HTTP: in two writes, the first with so many bytes of the message; 0: in one.
    std::uint32_t split = 0;

    MessagePath path() const { return {channel, exchange}; }
};
using BreakpointEffects = std::vector<BreakpointEffect>;

// Of a message that begins at that position of its direction.
BreakpointEffect noteEffect(
    const char *what, const MessagePath &path, std::uint64_t position, std::string detail);
BreakpointEffect writeEffect(const MessagePath &path, std::uint64_t position, const Bytes &bytes);
BreakpointEffect closeEffect(const MessagePath &path);
BreakpointEffect droppedEffect(const MessagePath &path, std::uint64_t position);
// "breakpoint 2 · id 5", or "by you · id 5" without a breakpoint, and on the next line what was
// sent in its stead.
std::string noteDetail(std::uint32_t breakpoint, const rpc::Id &id, std::string_view sent = {});
std::string noteDetail(std::string_view why, const rpc::Id &id); // "why · id 5"
// `undecided` is nothing if a person has decided.
BreakpointEffect goneEffect(const MessagePath &path, std::uint64_t message,
    std::optional<TapRefusal> undecided = std::nullopt);
BreakpointEffect refusedEffect(std::uint64_t message, TapRefusal why, bool composed = false);

// Who decided, as a recording says it: "by you" (0) or "breakpoint 2".
std::string deciderText(std::uint32_t breakpoint);

// What the window that controls the tap is told of it, with the line end; empty: nothing.
std::string windowLine(const BreakpointEffect &effect);

} // namespace sonde::tap
