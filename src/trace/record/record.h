// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"
#include "rpc/origin.h"
#include "rpc/trafficsink.h"

#include <cstdint>
#include <string_view>

namespace sonde::trace {

// Messages are numbered from 1 in the order of recording, across all servers of a session.
using Number = std::uint32_t;

enum class State : std::uint8_t {
    None, // notifications, stderr, lifecycle, stray lines
    Pending, // a request without a response yet
    Ok,
    ToolError, // result.isError
    Error, // a JSON-RPC error
    Cancelled, // cancelled by the sender of the request
    NoResponse, // the connection or the exchange ended
    Late, // a response after cancel or timeout
    Automatic, // the following message was sent without review: rpc::lifecycle::kAutomatic
    Declined, // a JSON-RPC error in response to server/discover: the server is of an older era
    TimedOut, // a request of the client got no response within its limit
    Ended, // a subscription whose connection or stream was closed: its end is no response
    OpenAtEnd, // pending in a session that has ended; only in memory, files say Pending
};
inline constexpr State kLastState = State::OpenAtEnd;
inline constexpr State kLastWrittenState = State::Ended; // in a session file

// The part of a message that is kept in memory: enough for a row of the list, never its bytes.
// Strings are numbers in the session's StringTable; the bytes are read from the session by stream
// and offset.
//
// An HTTP exchange is a row of Kind::Exchange: its bytes are the newest JSON text of its
// properties, method and target are those of the request line, errorCode is the response's status
// (0: none), and its time is when it began. Further properties are stored in members that an
// exchange does not need: see endOf() and receivedOf().
struct Record {
    std::int64_t steadyNs = 0;
    std::int64_t wallNs = 0;
    std::uint64_t offset = 0; // of the message's first byte in its stream
    std::uint32_t length = 0;
    // The request of a response, or the response of a request; the message that a lifecycle event
    // is about.
    Number pair = 0;
    std::uint32_t method = 0; // a response has the method of its request
    std::uint32_t target = 0; // tool, prompt or resource; 0: only in the bytes, see describeEvent()
    std::int32_t errorCode = 0; // see plainErrorCode()
    Number parent = 0; // the exchange that carried the message; 0: none
    rpc::StreamId stream = 0;
    rpc::Kind kind = rpc::Kind::Invalid;
    rpc::Channel channel = rpc::Channel::Sent;
    State state = State::None;
    rpc::Problem problem = rpc::Problem::None;
    bool folded : 1 = false; // the bytes span several lines of an event: see messageText()
    // What made the client send the message, or the request that it responds to; of an exchange,
    // what made it carry its message.
    rpc::Origin origin : 7 = rpc::Origin::None;
    char idText[9] = {}; // the id as written, truncated, NUL padded
    // 64 bytes, so that a million messages take 64 MB.
};
static_assert(sizeof(Record) == 64);

// A length, clamped to the range of Record's member.
std::uint32_t shortLength(std::uint64_t length);

// The steady time of an exchange's end; 0 while it is open and for every other row. Stored in
// idText, because an exchange has no id.
std::int64_t endOf(const Record &exchange);
void setEnd(Record &exchange, std::int64_t steadyNs);
// Bytes received of the exchange's response body, at most 4 GiB - 1; 0 for every other row. Stored
// in parent, because an exchange has no parent.
std::uint32_t receivedOf(const Record &exchange);
void setReceived(Record &exchange, std::uint64_t bytes);

// The exchange that carried the message; 0 if there is none or the row is an exchange itself.
inline Number carrierOf(const Record &record)
{
    return record.kind == rpc::Kind::Exchange ? 0 : record.parent;
}
// The id as stored in the record, possibly truncated.
std::string_view cutId(const Record &record);

// The message's text from the raw bytes of its range, unfolded if necessary.
Bytes messageText(const Record &record, const Bytes &raw);

} // namespace sonde::trace
