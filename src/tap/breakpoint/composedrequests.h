// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"
#include "rpc/trafficsink.h"
#include "tap/announce/tapline.h"

#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace sonde::tap {

// Requests that a person sent through a tap, in the name of the host or of the server. What comes
// in response to them is kept from the other side, which has not sent them.
class ComposedRequests {
public:
    static constexpr std::size_t kMax = 1000; // without a response; the oldest make room
    static constexpr std::size_t kMaxId = 64; // characters
    // Ids begin like that, and go on with letters, digits and '-': no program that counts its
    // requests uses such an id, and no program writes it in another way when it responds.
    static constexpr std::string_view kPrefix = "sonde-";

    // Whether a JSON text is such an id.
    static bool isOwn(std::string_view text);

    // A request or a notification that is to be sent in this direction. nullopt: it may be.
    std::optional<TapRefusal> add(rpc::Channel channel, const rpc::Message &message);
    // Whether a message that comes from the other direction is for a composed request. With its
    // response the request is over.
    bool takes(rpc::Channel channel, const rpc::Message &message);
    // The response will not come.
    void forget(rpc::Channel channel, const rpc::Id &id);
    bool isWaiting() const { return !m_sent.empty(); }

private:
    struct Sent {
        rpc::Channel channel;
        rpc::Id id; // as written
        std::string token; // of its progress; empty: none
    };

    std::deque<Sent> m_sent;
};

} // namespace sonde::tap
