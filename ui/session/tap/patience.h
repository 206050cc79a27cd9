// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "rpc/message.h"
#include "rpc/trafficsink.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace sonde::session {

// How long a host and a server wait for responses, as far as their conversation has shown it: from
// the requests that they have cancelled. A request that was cancelled earlier than another one was
// answered was not cancelled by a timeout.
class Patience {
public:
    static constexpr std::size_t kMaxRequests = 10'000; // without a response; the oldest make room
    static constexpr std::size_t kMaxCancelled = 1000; // of each side; the oldest make room
    // A person or a program that changes its mind cancels sooner than a timeout does.
    static constexpr std::chrono::seconds kShortest{2};

    struct Limit {
        std::chrono::nanoseconds time{0}; // after the request
        int seen = 0; // how often the side gave up after about that time
        std::int64_t begunNs = 0; // of the wait for this message, on the wall clock; 0: not known
    };

    // Several clients of a tap over HTTP number their requests alike, and each of them waits as
    // long as it likes. A server waits as long for all of them.
    void take(rpc::Channel channel, Stamp at, const rpc::Message &message, int client = 0);
    // When the side gives up that waits for this message, or for the response to it. Nothing is
    // known at first, and of a notification.
    std::optional<Limit> limitOf(
        rpc::Channel channel, const rpc::Message &message, int client = 0) const;

private:
    using Key = std::tuple<int, rpc::Channel, rpc::Id>; // of a request, with its client
    struct Side {
        std::deque<std::chrono::nanoseconds> cancelled;
        std::chrono::nanoseconds answered{0}; // the longest wait that led to a response
    };
    // By the channel of its requests, Sent: of a host.
    Side &sideOf(rpc::Channel channel, int client)
    {
        return channel == rpc::Channel::Sent ? m_hosts[client] : m_server;
    }
    std::optional<Stamp> over(const Key &request);

    std::map<Key, Stamp> m_requests;
    std::deque<Key> m_order; // of m_requests, the oldest first; some are over
    std::map<int, Side> m_hosts; // by client
    Side m_server;
};

} // namespace sonde::session
