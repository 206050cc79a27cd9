// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/http/httplistener.h"

#include "demo/http/originguard.h"
#include "platform/descriptors.h"
#include "platform/polling.h"

#include <QString>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>

#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sonde::demo {

namespace {

constexpr std::size_t kReadSize = std::size_t(64) << 10;
constexpr int kBacklog = 64;
constexpr Milliseconds kTimeToPart{3'000}; // without any progress

Error failure(const QString &sentence, const std::string &detail)
{
    return {Domain::Usage, 0, sentence, QString::fromStdString(detail), {}};
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
    return failure(
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

Result<std::unique_ptr<HttpListener>> HttpListener::open(
    const std::string &address, HttpConnection::Handler handler)
{
    const Address parts = splitAddress(address);
    addrinfo hints{};
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo *found = nullptr;
    const int error = getaddrinfo(parts.host.c_str(), parts.port.c_str(), &hints, &found);
    const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> info(found, freeaddrinfo);
    if (error != 0 || !isPort(parts.port)) {
        return failure(QStringLiteral("\"%1\" is not an address. Use --http with an address such "
                                      "as 127.0.0.1:8080, or with a port (at most 65535).")
                           .arg(QString::fromStdString(address)),
            {});
    }
    const Result<int> descriptor = listenAt(*info, address);
    if (!descriptor)
        return descriptor.error();
    return std::unique_ptr<HttpListener>(new HttpListener(*descriptor, std::move(handler)));
}

HttpListener::HttpListener(int socket, HttpConnection::Handler handler)
    : m_socket(socket)
    , m_handler(std::move(handler))
    , m_authority(authorityOf(socket))
    , m_onLoopback(isLoopbackName(m_authority))
{
}

HttpListener::~HttpListener()
{
    for (const auto &peer : m_peers)
        close(peer->socket);
    close(m_socket);
}

short HttpListener::eventsFor(const Peer &peer)
{
    if (peer.isParting)
        return POLLIN;
    if (peer.connection.isOver())
        return POLLOUT;
    // A client that goes is noticed even while nothing is read from it.
    if (peer.hasOutput())
        return short(POLLOUT | platform::kPeerClosed);
    return short(platform::kPeerClosed | (peer.connection.wantsInput() ? POLLIN : 0));
}

bool HttpListener::wait(std::optional<Milliseconds> deadline, Clock clock)
{
    std::vector<pollfd> entries{{m_socket, POLLIN, 0}};
    for (const auto &peer : m_peers) {
        entries.push_back({peer->socket, eventsFor(*peer), 0});
        deadline = std::min(deadline.value_or(Milliseconds::max()),
            peer->closeBy.value_or(peer->connection.deadline()));
    }
    std::optional<Milliseconds> timeout;
    if (deadline && *deadline != Milliseconds::max())
        timeout = std::max(Milliseconds(0), *deadline - clock());
    if (platform::pollWithSignals(entries, timeout) < 0)
        return errno != EINTR;

    const Milliseconds now = clock();
    for (std::size_t i = 1; i < entries.size(); ++i) {
        Peer &peer = *m_peers[i - 1];
        if (entries[i].revents & (POLLIN | platform::kPeerClosed | POLLHUP | POLLERR))
            read(peer, now);
        if (entries[i].revents & POLLOUT)
            write(peer);
    }
    if (entries.front().revents & POLLIN)
        accept(now);
    return true;
}

void HttpListener::accept(Milliseconds now)
{
    const int descriptor = platform::acceptConnection(m_socket);
    if (descriptor < 0)
        return;
    if (m_peers.size() >= kMaxConnections || !platform::makeNonBlocking(descriptor)) {
        close(descriptor); // the client may try again; the others must not suffer
        return;
    }
    m_peers.push_back(std::make_unique<Peer>(descriptor, m_handler, now));
}

void HttpListener::read(Peer &peer, Milliseconds now)
{
    std::array<char, kReadSize> buffer;
    const ssize_t count = recv(peer.socket, buffer.data(), buffer.size(), 0);
    if (count > 0) // a connection that is over does not care
        return peer.connection.receive({buffer.data(), std::size_t(count)}, now);
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    peer.connection.endInput();
    peer.inputEnded = true;
    peer.gone = count < 0; // what is still to be written has nowhere to go
}

void HttpListener::write(Peer &peer)
{
    while (!peer.gone) {
        if (!peer.hasOutput()) {
            peer.output = peer.connection.takeOutput();
            peer.written = 0;
        }
        if (!peer.hasOutput())
            return;
        const ssize_t count = send(peer.socket, peer.output.data() + peer.written,
            peer.output.size() - peer.written, MSG_NOSIGNAL);
        if (count >= 0) {
            peer.written += std::size_t(count);
            peer.closeBy.reset();
        } else if (errno == EAGAIN) {
            return;
        } else if (errno != EINTR) {
            peer.connection.endInput();
            peer.gone = true;
        }
    }
}

void HttpListener::flush(Milliseconds now)
{
    for (const auto &peer : m_peers) {
        peer->connection.tick(now);
        write(*peer);
        if (peer->connection.isOver())
            part(*peer, now);
    }
    std::erase_if(m_peers, [](const auto &peer) {
        if (peer->gone)
            close(peer->socket);
        return peer->gone;
    });
}

// Closing at once would tear up the last words on their way, if the client is still sending.
void HttpListener::part(Peer &peer, Milliseconds now)
{
    if (!peer.hasOutput() && peer.inputEnded) {
        peer.gone = true;
        return;
    }
    if (!peer.hasOutput() && !std::exchange(peer.isParting, true)) {
        shutdown(peer.socket, SHUT_WR);
        peer.closeBy.reset();
    }
    if (!peer.closeBy)
        peer.closeBy = now + kTimeToPart;
    if (now >= *peer.closeBy)
        peer.gone = true;
}

} // namespace sonde::demo
