// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"
#include "wire/link/messagetransport.h"

#include <array>
#include <cstdint>
#include <optional>

namespace sonde::tap {

// Records messages of a connection that are not in the bytes of an exchange of HTTP, because a
// breakpoint has changed or stopped them, or a person has written them.
class ApartMessages {
public:
    // What the context names outlives it.
    explicit ApartMessages(const wire::TransportContext &context)
        : m_context(context)
    {
    }

    // `exchange`: the one that the message belongs to. Returns where it is; nothing if it is no
    // message, or if nothing is recorded.
    std::optional<rpc::Place::About> record(rpc::Channel channel, const Bytes &text,
        rpc::ExchangeId exchange = 0, rpc::Origin origin = rpc::Origin::None);

private:
    struct Stream {
        rpc::StreamId id = 0;
        std::uint64_t size = 0;
    };

    const wire::TransportContext m_context;
    std::array<std::optional<Stream>, 2> m_streams; // by channel: Sent, Received
};

} // namespace sonde::tap
