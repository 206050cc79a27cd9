// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/process/readchannel.h"

#include "platform/memory.h"

#include <QSocketNotifier>

#include <algorithm>
#include <cerrno>

#include <sys/ioctl.h>
#include <unistd.h>

namespace sonde::wire {

namespace {

// If less than this is left of a block, a new one is used, because a read would be cut short.
constexpr std::size_t kSmallestRead = 4096;
// Limit per activation, so that a flood on one channel does not starve others.
constexpr std::size_t kMaxPerActivation = std::size_t(1) << 20;

} // namespace

ReadChannel::ReadChannel(int fd, std::size_t blockSize, Sink sink, QObject *parent)
    : QObject(parent)
    , m_fd(fd)
    , m_blockSize(blockSize)
    , m_sink(std::move(sink))
    , m_notifier(std::make_unique<QSocketNotifier>(fd, QSocketNotifier::Read))
{
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &ReadChannel::onReadable);
}

ReadChannel::~ReadChannel()
{
    close();
}

void ReadChannel::close()
{
    // Not deleted, because this may be its own signal.
    m_notifier->setEnabled(false);
    if (m_fd >= 0)
        ::close(std::exchange(m_fd, -1));
}

void ReadChannel::setReading(bool reading)
{
    if (!atEnd())
        m_notifier->setEnabled(reading);
}

std::size_t ReadChannel::readOnce()
{
    if (!m_block || m_blockSize - m_used < kSmallestRead) {
        const bool another = m_block != nullptr;
        m_block = std::make_shared_for_overwrite<char[]>(m_blockSize);
        m_used = 0;
        // If one block was filled, the next one probably will be.
        if (another)
            platform::populate(m_block.get(), m_blockSize);
    }
    char *const into = m_block.get() + m_used;
    const std::size_t room = m_blockSize - m_used;
    ssize_t count = 0;
    do
        count = ::read(m_fd, into, room);
    while (count < 0 && errno == EINTR);
    if (count < 0 && errno == EAGAIN) {
        m_emptied = true;
        return 0;
    }
    if (count <= 0) {
        close();
        return 0;
    }
    const Stamp at = SystemClock::instance().now();
    const auto size = static_cast<std::size_t>(count);
    m_used += size;
    m_emptied = size < room;
    m_sink(Bytes(m_block, into, size), at);
    return size;
}

void ReadChannel::onReadable()
{
    std::size_t taken = 0;
    while (taken < kMaxPerActivation && !atEnd() && m_notifier->isEnabled()) {
        const std::size_t size = readOnce();
        taken += size;
        // A read with room to spare has emptied the pipe: another call would return nothing.
        if (size == 0 || m_emptied)
            break;
    }
    if (atEnd())
        Q_EMIT ended();
}

void ReadChannel::drain()
{
    int waiting = 0;
    if (atEnd() || ::ioctl(m_fd, FIONREAD, &waiting) != 0)
        return;
    // Limited to the pipe's current content, because its writer may never stop.
    std::size_t left = static_cast<std::size_t>(std::max(waiting, 0));
    while (left > 0 && !atEnd()) {
        const std::size_t size = readOnce();
        if (size == 0)
            break;
        left -= std::min(left, size);
    }
}

} // namespace sonde::wire
