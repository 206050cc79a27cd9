// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/http/earlyresponse.h"

#include <charconv>
#include <utility>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sonde::wire {

EarlyResponse::~EarlyResponse()
{
    forget();
}

void EarlyResponse::watch(int socket)
{
    if (m_original == socket && m_socket >= 0)
        return;
    forget();
    m_original = socket;
    m_socket = ::fcntl(socket, F_DUPFD_CLOEXEC, 0);
}

void EarlyResponse::forget()
{
    if (m_socket >= 0)
        ::close(std::exchange(m_socket, -1));
}

std::string EarlyResponse::take(std::size_t limit)
{
    std::string taken;
    char buffer[16384];
    while (m_socket >= 0 && taken.size() < limit) {
        const ssize_t count = ::recv(m_socket, buffer, sizeof(buffer), MSG_DONTWAIT);
        if (count <= 0)
            break;
        taken.append(buffer, static_cast<std::size_t>(count));
    }
    return taken;
}

EarlyResponse::Body EarlyResponse::unchunked(std::string_view raw)
{
    Body body;
    for (;;) {
        std::size_t size = 0;
        const auto [end, error] = std::from_chars(raw.data(), raw.data() + raw.size(), size, 16);
        const std::size_t line = raw.find("\r\n");
        if (error != std::errc() || line == std::string_view::npos)
            return body;
        raw.remove_prefix(line + 2);
        if (size == 0) {
            body.complete = true;
            return body;
        }
        body.bytes += raw.substr(0, size);
        if (raw.size() < size + 2)
            return body;
        raw.remove_prefix(size + 2);
    }
}

} // namespace sonde::wire
