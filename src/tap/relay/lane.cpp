// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/relay/lane.h"

#include "tap/relay/gate.h"
#include "tap/relay/trafficobserver.h"

#include <cerrno>
#include <utility>

#include <unistd.h>

namespace sonde::tap {

namespace {

bool canWaitFor(int code)
{
    return code == EAGAIN || code == EWOULDBLOCK || code == EINTR;
}

} // namespace

Lane::Lane(rpc::Channel channel, Inlet source, Outlet sink, Gate *gate)
    : m_channel(channel)
    , m_source(std::move(source))
    , m_sink(std::move(sink))
    , m_gate(gate)
{
    if (!m_source.isOpen())
        m_pump.endSource();
    if (!m_sink.isOpen())
        endSink();
    closeWhatIsDone();
}

void Lane::prepare(std::span<pollfd, kEntries> entries)
{
    refill();
    // Without a descriptor where nothing is wanted: poll() always reports the end of the other
    // side, and would not wait while it is known already. The sink is always watched for its end.
    const bool reads = m_pump.wantsToRead() && !(m_gate && m_gate->isFull(m_channel));
    entries[0] = {reads ? m_source.descriptor() : -1, POLLIN, 0};
    const bool writes = !m_pump.pending().isEmpty();
    entries[1] = {m_sink.descriptor(), static_cast<short>(writes ? POLLOUT : 0), 0};
}

void Lane::serve(std::span<const pollfd, kEntries> entries, TrafficObserver &observer)
{
    if (entries[1].revents & (POLLERR | POLLHUP | POLLNVAL))
        endSink();
    else if (entries[1].revents & POLLOUT)
        write();
    if (entries[0].revents != 0 && m_pump.wantsToRead())
        read(observer);
    closeWhatIsDone();
}

void Lane::read(TrafficObserver &observer)
{
    const std::span<char> room = m_pump.room();
    const ssize_t size = ::read(m_source.descriptor(), room.data(), room.size());
    if (size <= 0) {
        // A terminal that is gone reports an error (EIO), which ends the input as well.
        if (size == 0 || !canWaitFor(errno)) {
            m_pump.endSource();
            if (m_gate)
                m_gate->sourceEnded(m_channel);
            m_sourceEnded = SystemClock::instance().now();
        }
        return;
    }
    const Stamp at = SystemClock::instance().now();
    const Bytes bytes = m_pump.fill(static_cast<std::size_t>(size));
    if (m_gate && m_gate->isClosed(m_channel)) {
        m_pump.drop(bytes.size());
        observer.crossed(m_channel, at, bytes);
        m_gate->take(m_channel, at, bytes);
        refill();
        write();
        return;
    }
    write();
    if (m_gate)
        m_gate->passed(m_channel, bytes);
    observer.crossed(m_channel, at, bytes);
}

void Lane::write()
{
    while (!m_pump.pending().isEmpty()) {
        const ssize_t size = m_sink.write(m_pump.pending().view());
        if (size < 0) {
            if (!canWaitFor(errno))
                endSink();
            return;
        }
        m_pump.drop(static_cast<std::size_t>(size));
        if (!m_gate || !m_pump.pending().isEmpty())
            return;
        refill();
    }
}

void Lane::endSink()
{
    if (!m_pump.hasSink())
        return;
    m_pump.endSink();
    if (m_gate)
        m_gate->sinkEnded(m_channel);
}

// With what the gate lets go.
void Lane::refill()
{
    while (m_gate && m_pump.hasSink() && m_pump.pending().isEmpty()) {
        auto next = m_gate->next(m_channel);
        if (!next)
            return;
        m_pump.offer(std::move(*next));
    }
}

bool Lane::needsSink() const
{
    return m_pump.needsSink() || (m_gate && m_pump.hasSink() && m_gate->isWaiting(m_channel));
}

void Lane::closeWhatIsDone()
{
    if (m_gate && m_gate->endsStream(m_channel) && m_pump.pending().isEmpty())
        endSink();
    if (!m_pump.needsSource())
        m_source.close();
    if (!needsSink())
        m_sink.close();
}

} // namespace sonde::tap
