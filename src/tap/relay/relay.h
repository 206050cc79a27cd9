// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "tap/relay/lane.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>

#include <poll.h>

namespace sonde::tap {

class ForwardedSignals;
class Gate;
class Server;
class TrafficObserver;
struct HostStreams;

// What a relay knows at the end of the server.
struct RelayEnd {
    bool others = false; // processes that the server left behind still have its streams
    bool unread = false; // the host did not read stderr, of which more is there
    bool isLost = false; // nothing passes on what others write and what is unread
    std::optional<Stamp> inputClosed; // when the host closed stdin
};

// Passes bytes on between a host and a server, unchanged and at once, and signals to the server.
// The end of either side is passed on as well: a closed pipe is closed on the other side.
class Relay {
public:
    // All must outlive the relay.
    Relay(HostStreams host, Server &server, const ForwardedSignals &signals,
        TrafficObserver &observer, Gate *gate = nullptr);

    // How long a host that does not read stderr learns nothing of the server's end.
    static constexpr std::chrono::milliseconds kMaxUnread{2000};

    // Until the server has ended and all that it wrote was passed on.
    RelayEnd run();
    // Passes on what processes write that the server left behind (RelayEnd::others), until the last
    // one has closed the streams, and what the host has not read; no observer is told.
    // For a process that was forked after run(), so that the tap itself can end with the server:
    // closes all other descriptors and requests no memory. Before the fork, prepareForOthers().
    void runForOthers();
    void prepareForOthers();

private:
    enum Direction { ToServer, FromServer, Diagnostics };
    static constexpr std::size_t kLanes = 3;
    static constexpr std::size_t kExit = kLanes * Lane::kEntries;
    static constexpr std::size_t kWake = kExit + 1; // of the gate

    std::span<pollfd, Lane::kEntries> entriesOf(std::size_t lane);
    bool wait(std::optional<std::chrono::milliseconds> limit);
    std::optional<std::chrono::milliseconds> limit() const;
    void serve(TrafficObserver &observer);
    void serveGate();
    bool passSignalsOn();
    void noteEnd();
    bool isDone() const;
    bool isSettled(Direction direction) const;
    bool hasOutput() const;
    std::optional<std::chrono::milliseconds> leftForDiagnostics() const;

    Server &m_server;
    const ForwardedSignals &m_signals;
    TrafficObserver &m_observer;
    Gate *m_gate;
    std::array<Lane, kLanes> m_lanes;
    std::array<pollfd, kWake + 1> m_entries{};
    bool m_ended = false; // the server
    std::int64_t m_endedAt = 0; // by the steady clock
    bool m_unread = false;
    std::array<bool, kLanes> m_emptied{}; // since then, while others still have the pipe
};

} // namespace sonde::tap
