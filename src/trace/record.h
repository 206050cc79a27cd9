// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"
#include "rpc/tap.h"

#include <cstdint>
#include <string_view>

namespace sonde::trace {

// Messages are numbered from 1, in the order they were recorded, over all servers of a session.
using Number = std::uint32_t;

enum class State : std::uint8_t {
    None, // notifications, stderr, lifecycle, stray lines
    Pending, // a request without an answer yet
    Ok,
    ToolError, // result.isError
    Error, // a JSON-RPC error
    Cancelled, // we told the other side to stop
    NoAnswer, // the connection ended, or the time was over
    Late, // an answer after cancel or timeout
};

// What memory holds of a message: enough for a row of the list, never its bytes. Strings are
// numbers in the session's StringTable; the bytes are read from the session by stream and offset.
struct Record {
    std::int64_t steadyNs = 0;
    std::int64_t wallNs = 0;
    std::uint64_t offset = 0; // of the message in its stream
    std::uint32_t length = 0;
    Number pair = 0; // the request of a response, the response of a request
    std::uint32_t method = 0; // a response has its request's
    std::uint32_t target = 0; // tool, prompt, resource; 0: read the bytes, see describeEvent()
    std::int32_t errorCode = 0;
    rpc::StreamId stream = 0;
    rpc::Kind kind = rpc::Kind::Invalid;
    rpc::Channel channel = rpc::Channel::Sent;
    State state = State::None;
    rpc::Problem problem = rpc::Problem::None;
    char idText[14] = {}; // the id as written, cut to fit, NUL padded
    // 64 bytes: a million messages are 64 MB.
};
static_assert(sizeof(Record) == 64);

} // namespace sonde::trace
