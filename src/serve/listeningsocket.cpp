// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "serve/listeningsocket.h"

#include "platform/descriptors.h"
#include "serve/originguard.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>
#include <utility>

#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sonde::serve {

namespace {

constexpr int kBacklog = 512; // a host may send hundreds of requests at once

Error listenFailure(const QString &sentence, const std::string &detail)
{
    return {
        .domain = Domain::Usage, .sentence = sentence, .detail = QString::fromStdString(detail)};
}

struct Address {
    std::string host = "127.0.0.1";
    std::string port;
};

Address splitAddress(const std::string &text)
{
    Address address;
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos) {
        address.port = text;
        return address;
    }
    address.port = text.substr(colon + 1);
    std::string host = text.substr(0, colon);
    if (host.size() > 1 && host.front() == '[' && host.back() == ']')
        host = host.substr(1, host.size() - 2);
    if (!host.empty() && host != "localhost")
        address.host = host;
    return address;
}

// getaddrinfo() takes 99999 for 34463.
bool isPort(const std::string &text)
{
    constexpr int kLastPort = 65535;
    int port = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    return error == std::errc() && end == text.data() + text.size() && port >= 0
        && port <= kLastPort;
}

Result<int> listenAt(const addrinfo &info, const std::string &address)
{
    const int descriptor = platform::openSocket(info.ai_family, info.ai_socktype, info.ai_protocol);
    const int yes = 1;
    if (descriptor >= 0 && platform::makeNonBlocking(descriptor)
        && setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0
        && bind(descriptor, info.ai_addr, info.ai_addrlen) == 0
        && listen(descriptor, kBacklog) == 0)
        return descriptor;
    const std::string reason = std::strerror(errno);
    if (descriptor >= 0)
        close(descriptor);
    return listenFailure(
        QStringLiteral("Cannot listen on %1.").arg(QString::fromStdString(address)), reason);
}

std::string authorityOf(int descriptor)
{
    sockaddr_storage storage{};
    socklen_t size = sizeof storage;
    auto *const address = reinterpret_cast<sockaddr *>(&storage);
    std::array<char, NI_MAXHOST> host{};
    std::array<char, NI_MAXSERV> port{};
    getsockname(descriptor, address, &size);
    getnameinfo(address, size, host.data(), host.size(), port.data(), port.size(),
        NI_NUMERICHOST | NI_NUMERICSERV);
    std::string text = host.data();
    if (text.find(':') != std::string::npos)
        text = '[' + text + ']';
    return text + ':' + port.data();
}

} // namespace

Result<ListeningSocket> ListeningSocket::open(const std::string &address, const QString &option)
{
    const Address parts = splitAddress(address);
    addrinfo hints{};
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo *found = nullptr;
    const int error = getaddrinfo(parts.host.c_str(), parts.port.c_str(), &hints, &found);
    const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> info(found, freeaddrinfo);
    if (error != 0 || !isPort(parts.port)) {
        return listenFailure(QStringLiteral("\"%1\" is not an address. Use %2 with an address such "
                                            "as 127.0.0.1:8080, or with a port (at most 65535).")
                                 .arg(QString::fromStdString(address), option),
            {});
    }
    const Result<int> descriptor = listenAt(*info, address);
    if (!descriptor)
        return descriptor.error();
    return ListeningSocket(*descriptor);
}

ListeningSocket::ListeningSocket(int descriptor)
    : m_descriptor(descriptor)
    , m_authority(authorityOf(descriptor))
{
}

ListeningSocket::ListeningSocket(ListeningSocket &&other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_authority(std::move(other.m_authority))
{
}

ListeningSocket::~ListeningSocket()
{
    if (m_descriptor >= 0)
        close(m_descriptor);
}

bool ListeningSocket::isOnLoopback() const
{
    return isLoopbackName(m_authority);
}

int ListeningSocket::accept() const
{
    const int descriptor = platform::acceptConnection(m_descriptor);
    if (descriptor < 0 || platform::makeNonBlocking(descriptor))
        return descriptor;
    const int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
}

} // namespace sonde::serve
