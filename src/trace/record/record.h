// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"
#include "rpc/trafficsink.h"

#include <cstdint>
#include <string_view>

namespace sonde::trace {

// Messages are numbered from 1, in the order they were recorded, over all servers of a session.
using Number = std::uint32_t;

enum class State : std::uint8_t {
    None, // notifications, stderr, lifecycle, stray lines
    Pending, // a request without a response yet
    Ok,
    ToolError, // result.isError
    Error, // a JSON-RPC error
    Cancelled, // we told the other side to stop
    NoAnswer, // the connection or the exchange ended, or the time was over
    Late, // a response after cancel or timeout
    Automatic, // what is sent next was not reviewed: rpc::lifecycle::kAutomatic
};

// What memory holds of a message: enough for a row of the list, never its bytes. Strings are
// numbers in the session's StringTable; the bytes are read from the session by stream and offset.
//
// An HTTP exchange is a row of Kind::Exchange: its bytes are the newest JSON text of its facts,
// method and target are those of the request line, errorCode is the response's status (0: none),
// and its time is when it began. What else is known stands in members that it has no use for: see
// endOf() and receivedOf().
struct Record {
    std::int64_t steadyNs = 0;
    std::int64_t wallNs = 0;
    std::uint64_t offset = 0; // of the message in its stream
    std::uint32_t length = 0;
    Number pair = 0; // the request of a response, the response of a request
    std::uint32_t method = 0; // a response has its request's
    std::uint32_t target = 0; // tool, prompt, resource; 0: read the bytes, see describeEvent()
    std::int32_t errorCode = 0; // see plainErrorCode()
    Number parent = 0; // the exchange that carried it; 0: none did
    rpc::StreamId stream = 0;
    rpc::Kind kind = rpc::Kind::Invalid;
    rpc::Channel channel = rpc::Channel::Sent;
    State state = State::None;
    rpc::Problem problem = rpc::Problem::None;
    bool folded = false; // the bytes are lines of an event: see messageText()
    char idText[9] = {}; // the id as written, cut to fit, NUL padded
    // 64 bytes: a million messages are 64 MB.
};
static_assert(sizeof(Record) == 64);

// As much of a length as a record can say.
std::uint32_t shortLength(std::uint64_t length);

// The steady time of an exchange's end; 0 while it is open, and for every other row. An exchange
// has no id, so its end stands in idText.
std::int64_t endOf(const Record &exchange);
void setEnd(Record &exchange, std::int64_t steadyNs);
// Bytes of the body that the exchange's answer has brought, 4 GiB - 1 for more; 0 for every other
// row. An exchange is carried by none, so the number stands in parent.
std::uint32_t receivedOf(const Record &exchange);
void setReceived(Record &exchange, std::uint64_t bytes);

// The exchange that carried the message; 0: none did, or the row is an exchange itself.
inline Number carrierOf(const Record &record)
{
    return record.kind == rpc::Kind::Exchange ? 0 : record.parent;
}
// The id as far as the record has it.
std::string_view cutId(const Record &record);

// The message's text, out of the bytes of its range: the same, unless it was folded.
Bytes messageText(const Record &record, const Bytes &raw);

} // namespace sonde::trace
