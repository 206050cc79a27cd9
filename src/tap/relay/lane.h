// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "rpc/trafficsink.h"
#include "tap/relay/inlet.h"
#include "tap/relay/outlet.h"
#include "tap/relay/pump.h"

#include <array>
#include <optional>
#include <span>

#include <poll.h>

namespace sonde::tap {

class Gate;
class TrafficObserver;

// One direction of a relay: its two descriptors around a Pump.
class Lane {
public:
    // The gate outlives the lane; nullptr: everything passes.
    Lane(rpc::Channel channel, Inlet source, Outlet sink, Gate *gate = nullptr);

    static constexpr std::size_t kEntries = 2;
    // Fills in what to wait for.
    void prepare(std::span<pollfd, kEntries> entries);
    // Moves bytes after the wait; the observer is told last.
    void serve(std::span<const pollfd, kEntries> entries, TrafficObserver &observer);

    const Pump &pump() const { return m_pump; }
    // Whether something is or may still be written to the sink.
    bool needsSink() const;
    void forgetGate() { m_gate = nullptr; }
    void keepToOneBlock() { m_pump.keepToOneBlock(); }
    std::array<int, kEntries> descriptors() const
    {
        return {m_source.descriptor(), m_sink.descriptor()};
    }
    // When the writer at the source closed it.
    const std::optional<Stamp> &sourceEnded() const { return m_sourceEnded; }

private:
    void read(TrafficObserver &observer);
    void write();
    void refill();
    void endSink();
    void closeWhatIsDone();

    rpc::Channel m_channel;
    Inlet m_source;
    Outlet m_sink;
    Pump m_pump;
    Gate *m_gate;
    std::optional<Stamp> m_sourceEnded;
};

} // namespace sonde::tap
