// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "serve/httppeer.h"

#include "platform/peersocket.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <sys/socket.h>
#include <unistd.h>

namespace sonde::serve {

namespace {
constexpr std::size_t kReadSize = std::size_t(64) << 10;
constexpr Milliseconds kTimeToPart{3'000}; // without any progress
constexpr Milliseconds kTimeBetweenLooks{250};
} // namespace

HttpPeer::HttpPeer(int descriptor, const HttpConnection::Handler &handler, Milliseconds now,
    const ConnectionLimits &limits)
    : m_descriptor(descriptor)
    , m_connection(handler, now, limits)
{
}

HttpPeer::~HttpPeer()
{
    close(m_descriptor);
}

bool HttpPeer::wantsToRead() const
{
    return m_isParting
        || (!m_inputEnded && !m_connection.isOver() && !hasOutput() && m_connection.wantsInput());
}

bool HttpPeer::wantsToWrite() const
{
    return !m_isParting && (m_connection.isOver() || hasOutput());
}

void HttpPeer::read(Milliseconds now)
{
    std::array<char, kReadSize> buffer;
    const ssize_t count = recv(m_descriptor, buffer.data(), buffer.size(), 0);
    if (count > 0) // a connection that is over does not care
        return m_connection.receive({buffer.data(), std::size_t(count)}, now);
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    m_inputEnded = true;
    const bool waits = !m_connection.isOver() && !m_connection.isIdle();
    if (count < 0) {
        leave();
    } else if (waits && platform::isPeerOpen(m_descriptor)) {
        m_connection.endInput();
        m_lookAt = now + kTimeBetweenLooks;
    } else {
        m_connection.leave();
    }
}

// What is still to be written has nowhere to go.
void HttpPeer::leave()
{
    m_connection.leave();
    m_gone = true;
}

void HttpPeer::write()
{
    while (!m_gone) {
        if (!hasOutput()) {
            m_output = m_connection.takeOutput();
            m_written = 0;
        }
        if (!hasOutput())
            return;
        const ssize_t count = send(
            m_descriptor, m_output.data() + m_written, m_output.size() - m_written, MSG_NOSIGNAL);
        if (count >= 0) {
            m_written += std::size_t(count);
            m_closeBy.reset();
        } else if (errno == EAGAIN) {
            return;
        } else if (errno != EINTR) {
            leave();
        }
    }
}

void HttpPeer::advance(Milliseconds now)
{
    // A client that has closed its sending side says no more when it closes the other one.
    if (readsOn() && now >= m_lookAt) {
        m_lookAt = now + kTimeBetweenLooks;
        if (!platform::isPeerOpen(m_descriptor))
            m_connection.leave();
    }
    m_connection.tick(now);
    write();
    if (m_connection.isOver())
        part(now);
}

Milliseconds HttpPeer::deadline() const
{
    const Milliseconds next = m_closeBy.value_or(m_connection.deadline());
    return readsOn() ? std::min(next, m_lookAt) : next;
}

// Closing at once would tear up the last words on their way, if the client is still sending.
void HttpPeer::part(Milliseconds now)
{
    if (!hasOutput() && m_inputEnded) {
        m_gone = true;
        return;
    }
    if (!hasOutput() && !std::exchange(m_isParting, true)) {
        shutdown(m_descriptor, SHUT_WR);
        m_closeBy.reset();
    }
    if (!m_closeBy)
        m_closeBy = now + kTimeToPart;
    if (now >= *m_closeBy)
        m_gone = true;
}

} // namespace sonde::serve
