// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/relay/relay.h"

#include "platform/polling.h"
#include "tap/relay/forwardedsignals.h"
#include "tap/relay/hoststreams.h"
#include "tap/relay/server.h"

#include <chrono>
#include <optional>
#include <utility>

namespace sonde::tap {

namespace {

std::array<Lane, 3> lanesBetween(HostStreams host, ServerStreams server)
{
    return {Lane(rpc::Channel::Sent, std::move(host.input), std::move(server.input)),
        Lane(rpc::Channel::Received, std::move(server.output), std::move(host.output)),
        Lane(rpc::Channel::Stderr, std::move(server.diagnostics), std::move(host.diagnostics))};
}

} // namespace

Relay::Relay(
    HostStreams host, Server &server, const ForwardedSignals &signals, TrafficObserver &observer)
    : m_server(server)
    , m_signals(signals)
    , m_observer(observer)
    , m_lanes(lanesBetween(std::move(host), server.takeStreams()))
{
}

void Relay::run()
{
    while (!isDone()) {
        const bool waited = wait();
        if (!passSignalsOn() && m_ended)
            return; // whoever ends the tap now waits no more for what the server wrote
        if (!waited)
            continue;
        for (std::size_t i = 0; i < kLanes; ++i)
            m_lanes[i].serve(entriesOf(i), m_observer);
        noteEnd();
    }
}

std::span<pollfd, Lane::kEntries> Relay::entriesOf(std::size_t lane)
{
    return std::span(m_entries).subspan(lane * Lane::kEntries).first<Lane::kEntries>();
}

// Returns false if a signal interrupted the wait.
bool Relay::wait()
{
    for (std::size_t i = 0; i < kLanes; ++i)
        m_lanes[i].prepare(entriesOf(i));
    m_entries[kExit] = {m_ended ? -1 : m_server.exitDescriptor(), POLLIN, 0};
    // What an ended server wrote is in its pipes already.
    const bool looksOnly = m_ended
        && (m_lanes[FromServer].pump().wantsToRead() || m_lanes[Diagnostics].pump().wantsToRead());
    const auto limit = looksOnly ? std::optional(std::chrono::milliseconds(0)) : std::nullopt;
    return platform::pollWithSignals(m_entries, limit) >= 0;
}

// Returns false if there was one and the server has ended.
bool Relay::passSignalsOn()
{
    for (const int signal : m_signals.drain()) {
        if (m_ended)
            return false;
        m_server.send(signal);
    }
    return true;
}

void Relay::noteEnd()
{
    if (m_ended) {
        for (const Direction direction : {FromServer, Diagnostics}) {
            if (m_lanes[direction].pump().wantsToRead() && entriesOf(direction)[0].fd >= 0
                && entriesOf(direction)[0].revents == 0)
                m_lanes[direction].endSource(); // emptied; others may still hold the pipe
        }
    } else if (m_entries[kExit].revents != 0) {
        m_ended = true;
        m_lanes[ToServer].endSink();
    }
}

bool Relay::isDone() const
{
    return m_ended && !m_lanes[FromServer].pump().needsSink()
        && !m_lanes[Diagnostics].pump().needsSink();
}

} // namespace sonde::tap
