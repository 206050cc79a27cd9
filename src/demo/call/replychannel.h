// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <string_view>

namespace sonde::demo {

// The kind of a response, for a transport with status codes.
enum class ReplyKind : std::uint8_t {
    Handled, // by the method, even with an error response
    Refused, // the request is invalid
    UnknownMethod,
};

// Carries the messages that belong to a request: standard output, or the response to one POST.
class ReplyChannel {
public:
    virtual ~ReplyChannel() = default;

    // A notification, or a request to the client.
    virtual void send(std::string_view message) = 0;
    virtual void respond(std::string_view response, ReplyKind verdict) = 0;

    // A call enters before it may respond, and leaves when it is over; without a response it was
    // cancelled.
    virtual void enter() { }
    virtual void leave() { }

    // Too much waits to be written: send the rest later.
    virtual bool isCongested() const { return false; }
    // Closes the connection, so that the client must resume the stream (2025-11-25
    // basic/transports#resumability). Does nothing over stdio.
    virtual void hangUp() { }
};

} // namespace sonde::demo
