// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/link/pipewritequeue.h"

#include <QSocketNotifier>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <mutex>

#include <sys/uio.h>
#include <unistd.h>

namespace sonde::wire {

namespace {

// Limit of the data waiting for a server that does not read. A single message may be larger.
constexpr std::size_t kMaxQueued = std::size_t(64) << 20;
constexpr std::size_t kPiecesPerWrite = 64;
// Limit of written pieces that may precede the waiting ones before they are erased.
constexpr std::size_t kMaxWritten = 4096;

// Writing to a pipe without a reader raises SIGPIPE, which would end the program; pipes have no
// flag like MSG_NOSIGNAL of sockets. So the process ignores the signal, and write() returns EPIPE.
// This also replaces an existing handler: that of QTest ends the program.
void ignoreBrokenPipes()
{
    static std::once_flag once;
    std::call_once(once, [] { ::signal(SIGPIPE, SIG_IGN); });
}

} // namespace

PipeWriteQueue::PipeWriteQueue(Sink sink, QObject *parent)
    : QObject(parent)
    , m_sink(std::move(sink))
{
    ignoreBrokenPipes();
}

PipeWriteQueue::~PipeWriteQueue()
{
    close();
}

void PipeWriteQueue::open(int fd)
{
    if (m_closed) {
        ::close(fd);
        return;
    }
    m_fd = fd;
    m_notifier = std::make_unique<QSocketNotifier>(fd, QSocketNotifier::Write);
    m_notifier->setEnabled(false);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &PipeWriteQueue::flush);
    flush();
}

void PipeWriteQueue::close()
{
    if (m_notifier)
        m_notifier->setEnabled(false);
    if (m_fd >= 0)
        ::close(std::exchange(m_fd, -1));
    m_closed = true;
    m_queue.clear();
    m_first = 0;
    m_waiting = 0;
}

void PipeWriteQueue::closeWhenEmpty()
{
    m_closing = true;
    if (m_waiting == 0)
        close();
}

bool PipeWriteQueue::push(const Bytes &bytes)
{
    if (m_closed || m_closing || bytes.isEmpty())
        return true;
    if (m_waiting > 0 && m_waiting + bytes.size() > kMaxQueued)
        return false;
    m_queue.push_back(bytes);
    m_waiting += bytes.size();
    // While the notifier is enabled, the pipe is full.
    if (m_corked == 0 && m_fd >= 0 && !m_notifier->isEnabled())
        flush();
    return true;
}

void PipeWriteQueue::uncork()
{
    if (--m_corked == 0 && m_fd >= 0 && !m_notifier->isEnabled())
        flush();
}

void PipeWriteQueue::flush()
{
    bool open = true;
    while (open && m_waiting > 0)
        open = writeSome();
    if (m_fd < 0)
        return;
    m_notifier->setEnabled(m_waiting > 0);
    if (m_waiting == 0 && m_closing)
        close();
}

// Returns false if the pipe is full or broken.
bool PipeWriteQueue::writeSome()
{
    std::array<iovec, kPiecesPerWrite> pieces;
    const std::size_t count = std::min(m_queue.size() - m_first, pieces.size());
    for (std::size_t i = 0; i < count; ++i) {
        const Bytes &bytes = m_queue[m_first + i];
        // writev() takes non-const pointers, but only reads.
        pieces[i] = {const_cast<char *>(bytes.data()), bytes.size()};
    }
    const Stamp at = SystemClock::instance().now();
    const ssize_t written = count == 1 // the usual case, for which write() is cheaper
        ? ::write(m_fd, pieces[0].iov_base, pieces[0].iov_len)
        : ::writev(m_fd, pieces.data(), static_cast<int>(count));
    if (written >= 0) {
        recordWritten(static_cast<std::size_t>(written), at);
        return true;
    }
    if (errno == EINTR)
        return true;
    if (errno != EAGAIN) {
        close();
        Q_EMIT broken();
    }
    return false;
}

void PipeWriteQueue::recordWritten(std::size_t count, Stamp at)
{
    m_waiting -= count;
    while (count > 0) {
        Bytes &front = m_queue[m_first];
        const std::size_t size = std::min(count, front.size());
        const Bytes written = front.slice(0, size);
        if (size == front.size())
            front = {};
        else
            front = front.slice(size, front.size() - size);
        if (front.isEmpty())
            ++m_first;
        count -= size;
        m_sink(written, at);
    }
    if (m_first > kMaxWritten) {
        m_queue.erase(m_queue.begin(), m_queue.begin() + static_cast<std::ptrdiff_t>(m_first));
        m_first = 0;
    }
    if (m_first == m_queue.size()) {
        m_queue.clear();
        m_first = 0;
    }
}

} // namespace sonde::wire
