// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <string_view>

namespace sonde::demo {

// What a response says about its request, for a transport that has words of its own for that.
enum class ReplyKind : std::uint8_t {
    Answered, // by whoever was asked, even if with an error
    Refused, // nobody was asked: the request itself is wrong
    UnknownMethod,
};

// Where to send what belongs to a request: standard output, or the answer to one POST.
class ReplyChannel {
public:
    virtual ~ReplyChannel() = default;

    // A notification, or a question to the client.
    virtual void send(std::string_view message) = 0;
    virtual void respond(std::string_view response, ReplyKind verdict) = 0;

    // Whoever may still respond has entered. One that leaves without a response was cancelled.
    virtual void enter() { }
    virtual void leave() { }

    // More is waiting to be written than is sensible: better send the rest later.
    virtual bool isCongested() const { return false; }
    // Drops the connection, so that the client has to fetch the rest (2025-11-25
    // basic/transports#resumability). Nothing happens where that cannot be.
    virtual void hangUp() { }
};

} // namespace sonde::demo
