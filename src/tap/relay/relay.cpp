// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/relay/relay.h"

#include "platform/descriptors.h"
#include "platform/polling.h"
#include "tap/relay/forwardedsignals.h"
#include "tap/relay/gate.h"
#include "tap/relay/hoststreams.h"
#include "tap/relay/server.h"
#include "tap/relay/trafficobserver.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <utility>

namespace sonde::tap {

namespace {

std::array<Lane, 3> lanesBetween(HostStreams host, ServerStreams server, Gate *gate)
{
    return {Lane(rpc::Channel::Sent, std::move(host.input), std::move(server.input), gate),
        Lane(rpc::Channel::Received, std::move(server.output), std::move(host.output), gate),
        Lane(rpc::Channel::Stderr, std::move(server.diagnostics), std::move(host.diagnostics))};
}

std::chrono::milliseconds millisecondsUntil(std::int64_t steady)
{
    const std::chrono::nanoseconds left(steady - SystemClock::instance().now().steady);
    return std::max(
        std::chrono::milliseconds(0), std::chrono::ceil<std::chrono::milliseconds>(left));
}

} // namespace

Relay::Relay(HostStreams host, Server &server, const ForwardedSignals &signals,
    TrafficObserver &observer, Gate *gate)
    : m_server(server)
    , m_signals(signals)
    , m_observer(observer)
    , m_gate(gate)
    , m_lanes(lanesBetween(std::move(host), server.takeStreams(), gate))
{
}

RelayEnd Relay::run()
{
    const auto inputClosed = [this] { return m_lanes[ToServer].sourceEnded(); };
    while (!isDone()) {
        const bool waited = wait(limit());
        // Whoever ends the tap after the server waits no more for what the server wrote.
        if (!passSignalsOn())
            return {false, false, false, inputClosed()};
        serveGate();
        if (!waited)
            continue;
        serve(m_observer);
        noteEnd();
    }
    const bool isUnread = m_unread && m_lanes[Diagnostics].needsSink();
    return {hasOutput() && !isUnread, isUnread, false, inputClosed()};
}

void Relay::prepareForOthers()
{
    for (Lane &lane : m_lanes)
        lane.keepToOneBlock();
}

void Relay::runForOthers()
{
    std::array<int, kLanes * Lane::kEntries> kept{};
    for (std::size_t i = 0; i < kept.size(); ++i)
        kept.at(i) = m_lanes.at(i / Lane::kEntries).descriptors().at(i % Lane::kEntries);
    platform::closeAllBut(kept);
    class Nobody final : public TrafficObserver {
        void crossed(rpc::Channel, Stamp, const Bytes &) override { }
    };
    Nobody nobody;
    m_emptied = {};
    m_gate = nullptr;
    for (Lane &lane : m_lanes)
        lane.forgetGate();
    while (hasOutput()) {
        if (wait(std::nullopt))
            serve(nobody);
    }
}

std::span<pollfd, Lane::kEntries> Relay::entriesOf(std::size_t lane)
{
    return std::span(m_entries).subspan(lane * Lane::kEntries).first<Lane::kEntries>();
}

// Returns false if a signal interrupted the wait.
bool Relay::wait(std::optional<std::chrono::milliseconds> limit)
{
    for (std::size_t i = 0; i < kLanes; ++i) {
        m_lanes[i].prepare(entriesOf(i));
        if (m_emptied.at(i))
            entriesOf(i)[0].fd = -1;
    }
    m_entries[kWake] = {m_gate ? m_gate->wakeDescriptor() : -1, POLLIN, 0};
    m_entries[kExit] = {m_ended ? -1 : m_server.exitDescriptor(), POLLIN, 0};
    return platform::pollWithSignals(m_entries, limit) >= 0;
}

// What an ended server wrote is in its pipes already: a look suffices.
std::optional<std::chrono::milliseconds> Relay::limit() const
{
    for (const Direction direction : {FromServer, Diagnostics}) {
        if (m_ended && !m_emptied.at(direction) && m_lanes.at(direction).pump().wantsToRead())
            return std::chrono::milliseconds(0);
    }
    const auto left = leftForDiagnostics();
    if (!m_gate || m_gate->nextDue() == std::numeric_limits<std::int64_t>::max())
        return left;
    const auto due = millisecondsUntil(m_gate->nextDue());
    return left ? std::min(*left, due) : due;
}

// A server that never waits for its stderr can end without a tap although the host does not read.
std::optional<std::chrono::milliseconds> Relay::leftForDiagnostics() const
{
    if (!m_ended || isSettled(Diagnostics))
        return std::nullopt;
    return millisecondsUntil(m_endedAt + std::chrono::nanoseconds(kMaxUnread).count());
}

void Relay::serveGate()
{
    if (!m_gate)
        return;
    const Stamp now = SystemClock::instance().now();
    if (m_entries[kWake].revents != 0 || m_gate->nextDue() <= now.steady)
        m_gate->serve(now);
}

void Relay::serve(TrafficObserver &observer)
{
    for (std::size_t i = 0; i < kLanes; ++i)
        m_lanes[i].serve(entriesOf(i), observer);
}

// Returns false if there was one and the server has ended.
bool Relay::passSignalsOn()
{
    for (const int signal : m_signals.drain()) {
        if (m_ended)
            return false;
        if (!m_signals.reachedGroup(signal)) // and with it the server
            m_server.send(signal);
    }
    return true;
}

void Relay::noteEnd()
{
    if (!m_ended) {
        m_ended = m_entries[kExit].revents != 0;
        if (!m_ended)
            return;
        m_endedAt = SystemClock::instance().now().steady;
        if (m_gate)
            m_gate->letGo();
        return;
    }
    const auto left = leftForDiagnostics();
    m_unread = m_unread || (left && left->count() == 0);
    for (const Direction direction : {FromServer, Diagnostics}) {
        const pollfd &source = entriesOf(direction)[0];
        if (source.fd >= 0 && source.revents == 0)
            m_emptied.at(direction) = true;
    }
}

bool Relay::isDone() const
{
    return m_ended && isSettled(FromServer) && isSettled(Diagnostics);
}

bool Relay::hasOutput() const
{
    return m_lanes[FromServer].needsSink() || m_lanes[Diagnostics].needsSink();
}

bool Relay::isSettled(Direction direction) const
{
    const bool isGivenUp = direction == Diagnostics && m_unread;
    return isGivenUp || m_emptied.at(direction) || !m_lanes.at(direction).needsSink();
}

} // namespace sonde::tap
