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

// A request of ours that a server does not let pass without authorization, or with the one that it
// had; and what became of it. Told anew for each change, and named by connection and key.
struct HeldRequest {
    enum class State : std::uint8_t {
        Waiting,
        SentAgain, // with another authorization
        NotSent, // none was got, or it was repeated often enough
        GivenUp, // by whoever asked, while it waited
    };

    int connection = 0; // of the recording
    std::uint32_t key = 0; // the exchange, of that connection
    int refusal = 1; // counts up: a request may be refused again, for other rights
    State state = State::Waiting;
    int status = 0; // of the refusal: 401, or 403 for more rights
    QByteArray scope; // that the challenge names; empty: none
    std::string_view purpose; // of the exchange: "message", "standing stream", …
    QByteArray httpMethod; // of the exchange
    Bytes body; // of the exchange: a message, or nothing
    rpc::Id id{}; // of the message; empty: a notification, an answer, or no message
    std::string method{}; // likewise; and what it is about: the tool, the URI
    std::string target{};
    // Where it is in the recording: of the message, or of the exchange that carries none.
    Stamp sentAt{};
    rpc::Channel channel = rpc::Channel::Sent;
};

} // namespace sonde::wire
