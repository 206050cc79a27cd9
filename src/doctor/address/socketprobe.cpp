// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/address/socketprobe.h"

#include "platform/descriptors.h"

#include <QUrl>

#include <cerrno>
#include <memory>

#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sonde::doctor {

namespace {

constexpr std::size_t kMaxAddresses = 16;

} // namespace

QString placeOf(const QString &host, int port)
{
    QUrl place;
    place.setHost(host);
    place.setPort(port);
    return place.authority();
}

std::vector<SocketAddress> lookUp(const QString &host, int port, QString *error)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo *list = nullptr;
    const QByteArray name = QUrl::toAce(host).isEmpty() ? host.toLatin1() : QUrl::toAce(host);
    const int code =
        ::getaddrinfo(name.constData(), QByteArray::number(port).constData(), &hints, &list);
    if (code != 0) {
        *error = QString::fromLocal8Bit(::gai_strerror(code));
        return {};
    }
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(list, &::freeaddrinfo);
    std::vector<SocketAddress> addresses;
    for (const addrinfo *each = list; each && addresses.size() < kMaxAddresses;
         each = each->ai_next) {
        char text[NI_MAXHOST];
        if (::getnameinfo(
                each->ai_addr, each->ai_addrlen, text, sizeof text, nullptr, 0, NI_NUMERICHOST)
            != 0)
            continue;
        addresses.push_back(
            {QByteArray(reinterpret_cast<const char *>(each->ai_addr), qsizetype(each->ai_addrlen)),
                QString::fromLatin1(text), each->ai_family == AF_INET6});
    }
    return addresses;
}

int connectTo(const SocketAddress &address, std::chrono::milliseconds patience)
{
    const int descriptor =
        platform::openSocket(address.isIpv6 ? AF_INET6 : AF_INET, SOCK_STREAM, 0);
    if (descriptor < 0)
        return errno;
    const auto closed =
        std::shared_ptr<void>(nullptr, [descriptor](void *) { ::close(descriptor); });
    if (!platform::makeNonBlocking(descriptor))
        return errno;
    sockaddr_storage storage{};
    std::copy(address.bytes.begin(), address.bytes.end(), reinterpret_cast<char *>(&storage));
    if (::connect(descriptor, reinterpret_cast<const sockaddr *>(&storage),
            socklen_t(address.bytes.size()))
        == 0)
        return 0;
    if (errno != EINPROGRESS)
        return errno;
    pollfd entry{descriptor, POLLOUT, 0};
    if (::poll(&entry, 1, int(patience.count())) == 0)
        return ETIMEDOUT;
    int code = 0;
    socklen_t size = sizeof code;
    ::getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size);
    return code;
}

} // namespace sonde::doctor
