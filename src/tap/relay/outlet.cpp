// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/relay/outlet.h"

#include "platform/descriptors.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sonde::tap {

namespace {

// A pipe that is writable according to poll() takes as much without waiting.
constexpr std::size_t kSmallWrite = std::min(PIPE_BUF, 4096);

bool isReadyForOutput(int descriptor)
{
    pollfd entry{descriptor, POLLOUT, 0};
    return ::poll(&entry, 1, 0) > 0;
}

} // namespace

Outlet::Outlet(int descriptor)
    : m_descriptor(descriptor)
{
    struct stat info { };
    if (descriptor < 0 || ::fstat(descriptor, &info) != 0)
        return;
    if (S_ISSOCK(info.st_mode)) {
        m_kind = Kind::Socket;
    } else if (::fcntl(descriptor, F_GETFL) & O_NONBLOCK) {
        m_kind = Kind::NonBlocking;
    } else if (S_ISFIFO(info.st_mode) || ::isatty(descriptor)) {
        const int own = platform::reopenNonBlocking(descriptor);
        if (own < 0)
            return;
        ::close(std::exchange(m_descriptor, own));
        m_kind = Kind::NonBlocking;
    }
}

Outlet::Outlet(Outlet &&other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_kind(other.m_kind)
{
}

Outlet &Outlet::operator=(Outlet &&other) noexcept
{
    std::swap(m_descriptor, other.m_descriptor);
    std::swap(m_kind, other.m_kind);
    return *this;
}

void Outlet::close()
{
    if (m_descriptor >= 0)
        ::close(std::exchange(m_descriptor, -1));
}

ssize_t Outlet::write(std::string_view bytes) const
{
    switch (m_kind) {
    case Kind::NonBlocking:
        break;
    case Kind::Socket:
        return ::send(m_descriptor, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    case Kind::Blocking:
        if (!isReadyForOutput(m_descriptor)) {
            errno = EAGAIN;
            return -1;
        }
        bytes = bytes.substr(0, kSmallWrite);
        break;
    }
    return ::write(m_descriptor, bytes.data(), bytes.size());
}

} // namespace sonde::tap
