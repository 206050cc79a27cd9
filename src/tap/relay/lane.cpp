// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/relay/lane.h"

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

Lane::Lane(rpc::Channel channel, Inlet source, Outlet sink)
    : m_channel(channel)
    , m_source(std::move(source))
    , m_sink(std::move(sink))
{
    if (!m_source.isOpen())
        m_pump.endSource();
    if (!m_sink.isOpen())
        m_pump.endSink();
    closeWhatIsDone();
}

void Lane::prepare(std::span<pollfd, kEntries> entries) const
{
    // Without a descriptor where nothing is wanted: poll() always reports the end of the other
    // side, and would not wait while it is known already. The sink is always watched for its end.
    entries[0] = {m_pump.wantsToRead() ? m_source.descriptor() : -1, POLLIN, 0};
    const bool writes = !m_pump.pending().isEmpty();
    entries[1] = {m_sink.descriptor(), static_cast<short>(writes ? POLLOUT : 0), 0};
}

void Lane::serve(std::span<const pollfd, kEntries> entries, TrafficObserver &observer)
{
    if (entries[1].revents & (POLLERR | POLLHUP | POLLNVAL))
        m_pump.endSink();
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
            m_sourceEnded = SystemClock::instance().now();
        }
        return;
    }
    const Stamp at = SystemClock::instance().now();
    const Bytes bytes = m_pump.fill(static_cast<std::size_t>(size));
    write();
    observer.crossed(m_channel, at, bytes);
}

void Lane::write()
{
    const ssize_t size = m_sink.write(m_pump.pending().view());
    if (size >= 0)
        m_pump.drop(static_cast<std::size_t>(size));
    else if (!canWaitFor(errno))
        m_pump.endSink();
}

void Lane::closeWhatIsDone()
{
    if (!m_pump.needsSource())
        m_source.close();
    if (!m_pump.needsSink())
        m_sink.close();
}

} // namespace sonde::tap
