// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/trafficsink.h"
#include "trace/filter/filter.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace sonde::tap {

// What happens to a message that a breakpoint stops.
struct BreakpointAction {
    enum class Kind : std::uint8_t {
        Hold, // until a person decides, or for `delay` and then sent as it was; 0: no limit
        Delay, // by `delay`
        Drop,
        Duplicate, // sends it twice
        Respond, // a request is answered with `text` and goes no further
        Patch, // `text` is a JSON Patch (RFC 6902)
        Truncate, // keeps `bytes` bytes, and the line end
        Split, // a line end after `bytes` bytes; over HTTP the rest comes in another write
        Garble, // changes `bytes` bytes, spread over the message
        Close, // the stream is closed, as if its writer had ended
        Program, // `text` is a command, which the window runs: see HeldDecision::Kind::Program
    };
    static constexpr std::chrono::milliseconds kMaxDelay{3'600'000};
    static constexpr std::size_t kMaxText = std::size_t(16) << 20;

    Kind kind = Kind::Hold;
    std::chrono::milliseconds delay{0};
    std::uint32_t bytes = 1;
    // Respond: a JSON object. With a member `error` it is an error response, with a member `result`
    // a result; any other object is the result itself. It may have places of the request
    // (rpc/responsetemplate.h). Program: as a shell splits it into words.
    std::string text{};
};

enum class TapTransport : std::uint8_t { Stdio, Http };

// Whether an action exists for messages of a direction. Over HTTP the body of a request goes to the
// server in one piece.
constexpr bool isOffered(TapTransport transport, rpc::Channel channel, BreakpointAction::Kind kind)
{
    return transport == TapTransport::Stdio || channel == rpc::Channel::Received
        || kind != BreakpointAction::Kind::Split;
}

// Stops messages of one direction that fit a filter.
struct Breakpoint {
    std::uint32_t number = 0; // what a person calls it; unique in its list
    bool on = true;
    rpc::Channel channel = rpc::Channel::Sent; // Sent: to the server; Received: to the host
    trace::Filter filter{};
    BreakpointAction action{};
    std::uint64_t only = 0; // acts only on the n-th hit; 0: on each
    // What follows a message that is held or delayed does not wait for it.
    bool othersPass = false;
};

} // namespace sonde::tap
