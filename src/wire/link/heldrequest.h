// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "rpc/trafficsink.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace sonde::wire {

// A request that a server refused with 401, or with 403 for additional scopes, and its current
// state. Sent for each change; connection and key identify it.
struct HeldRequest {
    enum class State : std::uint8_t {
        Waiting,
        SentAgain, // with another authorization
        NotSent, // there is no authorization, or it was repeated too often
        GivenUp, // cancelled or timed out while held
    };

    int connection = 0; // number in the recording
    std::uint32_t key = 0; // of the exchange, unique in the connection
    int refusal = 1; // counts refusals: a request may be refused again, for additional scopes
    State state = State::Waiting;
    int status = 0; // of the refusal: 401, or 403 for additional scopes
    QByteArray scope; // named by the challenge; empty: none
    std::string_view purpose; // of the exchange: "message", "standing stream", …
    QByteArray httpMethod; // of the exchange
    Bytes body; // of the exchange: a message, or nothing
    rpc::Id id{}; // of the message; empty: a notification, a response, or no message
    std::string method{}; // of the message; `target` is its tool, prompt or URI
    std::string target{};
    // Its place in the recording: of the message, or of an exchange without one.
    Stamp sentAt{};
    rpc::Channel channel = rpc::Channel::Sent;
};

} // namespace sonde::wire
