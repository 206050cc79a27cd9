// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "rpc/trafficsink.h"
#include "tap/relay/inlet.h"
#include "tap/relay/outlet.h"
#include "tap/relay/pump.h"

#include <optional>
#include <span>

#include <poll.h>

namespace sonde::tap {

class TrafficObserver;

// One direction of a relay: its two descriptors around a Pump.
class Lane {
public:
    Lane(rpc::Channel channel, Inlet source, Outlet sink);

    static constexpr std::size_t kEntries = 2;
    // Fills in what to wait for.
    void prepare(std::span<pollfd, kEntries> entries) const;
    // Moves bytes after the wait; the observer is told last.
    void serve(std::span<const pollfd, kEntries> entries, TrafficObserver &observer);

    const Pump &pump() const { return m_pump; }
    // When the writer at the source closed it.
    const std::optional<Stamp> &sourceEnded() const { return m_sourceEnded; }

private:
    void read(TrafficObserver &observer);
    void write();
    void closeWhatIsDone();

    rpc::Channel m_channel;
    Inlet m_source;
    Outlet m_sink;
    Pump m_pump;
    std::optional<Stamp> m_sourceEnded;
};

} // namespace sonde::tap
