// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/boundedqueue.h"
#include "tap/relay/trafficobserver.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sonde::tap {

// What crossed a tap, on its way from the relay to the recorder, which never holds up the relay:
// what the recorder is too slow for is left out, and counted.
class TrafficTape {
public:
    static constexpr std::size_t kDefaultBound = std::size_t(64) << 20;

    struct Piece {
        rpc::Channel channel = rpc::Channel::Sent;
        Stamp at;
        Bytes bytes;
        std::uint64_t missing = 0; // instead of bytes: that many are left out here, from `at` on
        std::optional<Crossing> about{}; // of an event
        std::string sender{}; // of a message that did not cross: "by you", "breakpoint 2"
    };

    explicit TrafficTape(std::size_t bound = kDefaultBound);

    // The relay's side.
    void add(rpc::Channel channel, Stamp at, const Bytes &bytes) { add({channel, at, bytes}); }
    void add(Piece piece);
    void close();

    // The recorder's side: waits; returns false when the tape is closed and all was drained.
    bool drain(std::vector<Piece> &into) { return m_queue.drain(into); }

private:
    struct Gap {
        Stamp at;
        std::uint64_t missing = 0;
    };
    bool closesGap(std::size_t index);

    BoundedQueue<Piece> m_queue;
    std::array<Gap, 4> m_gaps; // by channel: Sent, Received, Stderr, Lifecycle
};

} // namespace sonde::tap
