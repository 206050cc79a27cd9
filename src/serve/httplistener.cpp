// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "serve/httplistener.h"

#include "platform/polling.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <poll.h>
#include <unistd.h>

namespace sonde::serve {

namespace {

short eventsFor(const HttpPeer &peer)
{
    return short((peer.minds() ? platform::kPeerClosed : 0) | (peer.wantsToRead() ? POLLIN : 0)
        | (peer.wantsToWrite() ? POLLOUT : 0));
}

} // namespace

Result<std::unique_ptr<HttpListener>> HttpListener::open(
    const std::string &address, HttpConnection::Handler handler)
{
    Result<ListeningSocket> socket = ListeningSocket::open(address, QStringLiteral("--http"));
    if (!socket)
        return socket.error();
    return std::unique_ptr<HttpListener>(
        new HttpListener(std::move(socket).value(), std::move(handler)));
}

HttpListener::HttpListener(ListeningSocket socket, HttpConnection::Handler handler)
    : m_socket(std::move(socket))
    , m_handler(std::move(handler))
{
}

bool HttpListener::wait(std::optional<Milliseconds> deadline, Clock clock)
{
    std::vector<pollfd> entries{{m_socket.descriptor(), POLLIN, 0}};
    for (const auto &peer : m_peers) {
        entries.push_back({peer->descriptor(), eventsFor(*peer), 0});
        deadline = std::min(deadline.value_or(Milliseconds::max()), peer->deadline());
    }
    std::optional<Milliseconds> timeout;
    if (deadline && *deadline != Milliseconds::max())
        timeout = std::max(Milliseconds(0), *deadline - clock());
    if (platform::pollWithSignals(entries, timeout) < 0)
        return errno != EINTR;

    const Milliseconds now = clock();
    for (std::size_t i = 1; i < entries.size(); ++i) {
        HttpPeer &peer = *m_peers[i - 1];
        if (entries[i].revents & (POLLIN | platform::kPeerClosed | POLLHUP | POLLERR))
            peer.read(now);
        if (entries[i].revents & POLLOUT)
            peer.write();
    }
    if (entries.front().revents & POLLIN)
        accept(now);
    return true;
}

void HttpListener::accept(Milliseconds now)
{
    const int descriptor = m_socket.accept();
    if (descriptor < 0)
        return;
    if (m_peers.size() >= kMaxConnections) {
        close(descriptor); // the client may try again; the others must not suffer
        return;
    }
    m_peers.push_back(std::make_unique<HttpPeer>(descriptor, m_handler, now));
}

void HttpListener::flush(Milliseconds now)
{
    for (const auto &peer : m_peers)
        peer->advance(now);
    std::erase_if(m_peers, [](const auto &peer) { return peer->isGone(); });
}

} // namespace sonde::serve
