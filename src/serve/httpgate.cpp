// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "serve/httpgate.h"

#include "platform/peersocket.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

namespace sonde::serve {

struct HttpGate::Guest {
    Guest(std::uint64_t connection, int descriptor, const HttpConnection::Handler &handler,
        const ConnectionLimits &limits)
        : number(connection)
        , peer(descriptor, handler, now(), limits)
        , readable(descriptor, QSocketNotifier::Read)
        , writable(descriptor, QSocketNotifier::Write)
    {
        writable.setEnabled(false);
    }
    const std::uint64_t number;
    HttpPeer peer;
    QSocketNotifier readable; // before the peer closes its descriptor, these are gone
    QSocketNotifier writable;
    bool isAwake = false; // a reply has something to write
};

HttpGate::HttpGate(
    ListeningSocket socket, HttpConnection::Handler handler, const Limits &limits, QObject *parent)
    : QObject(parent)
    , m_socket(std::move(socket))
    , m_handler(std::move(handler))
    , m_limits(limits)
    , m_arrivals(m_socket.descriptor(), QSocketNotifier::Read)
{
    m_deadline.setSingleShot(true);
    m_deadline.setTimerType(Qt::CoarseTimer);
    m_later.setSingleShot(true);
    m_later.setInterval(0);
    connect(&m_arrivals, &QSocketNotifier::activated, this, &HttpGate::accept);
    connect(&m_deadline, &QTimer::timeout, this, &HttpGate::advanceAll);
    connect(&m_later, &QTimer::timeout, this, [this] {
        for (const auto &guest : m_peers) {
            if (std::exchange(guest->isAwake, false))
                advance(*guest);
        }
        removeGone();
    });
}

HttpGate::~HttpGate() = default;

Milliseconds HttpGate::now()
{
    static const auto start = std::chrono::steady_clock::now();
    return std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now() - start);
}

void HttpGate::close()
{
    m_isClosed = true;
    m_arrivals.setEnabled(false);
    std::erase_if(m_peers, [](const auto &guest) { return guest->peer.connection().isIdle(); });
}

bool HttpGate::hasIdle() const
{
    return std::any_of(m_peers.begin(), m_peers.end(),
        [](const auto &guest) { return guest->peer.connection().isIdle(); });
}

// The one that has been there for the longest time.
bool HttpGate::closeIdle()
{
    const auto idle = std::find_if(m_peers.begin(), m_peers.end(),
        [](const auto &guest) { return guest->peer.connection().isIdle(); });
    if (idle == m_peers.end())
        return false;
    m_peers.erase(idle);
    return true;
}

void HttpGate::accept()
{
    // Without room the notifier would call again at once, and for ever. What is not accepted waits
    // in the queue of the socket.
    if (m_peers.size() >= m_limits.connections && !closeIdle())
        return m_arrivals.setEnabled(false);
    const int descriptor = m_socket.accept();
    if (descriptor < 0) {
        if ((errno == EMFILE || errno == ENFILE) && !closeIdle())
            m_arrivals.setEnabled(false);
        return;
    }
    const std::uint64_t number = ++m_newest;
    const auto handler = [this, number](ServedRequest request, const ReplyPointer &reply) {
        request.connection = number;
        m_handler(std::move(request), reply);
    };
    m_peers.push_back(std::make_unique<Guest>(number, descriptor, handler, m_limits.connection));
    Guest &guest = *m_peers.back();
    guest.peer.connection().setWake([this, &guest] { wake(guest); });
    connect(&guest.readable, &QSocketNotifier::activated, this, [this, &guest] { read(guest); });
    connect(&guest.writable, &QSocketNotifier::activated, this, [this, &guest] { wake(guest); });
    planNext();
}

int HttpGate::processOf(std::uint64_t connection) const
{
    const auto found = std::find_if(m_peers.begin(), m_peers.end(),
        [connection](const auto &guest) { return guest->number == connection; });
    return found == m_peers.end() ? 0 : platform::peerProcess((*found)->peer.descriptor());
}

std::size_t HttpGate::waitingBodies() const
{
    std::size_t sum = 0;
    for (const auto &guest : m_peers)
        sum += guest->peer.connection().bodySize();
    return sum;
}

void HttpGate::read(Guest &guest)
{
    guest.peer.read(now());
    HttpConnection &connection = guest.peer.connection();
    if (connection.bodySize() > 0 && waitingBodies() > m_limits.waitingBodies)
        connection.refuse(503, "Too many large requests arrive at the same time.");
    wake(guest);
}

void HttpGate::advance(Guest &guest)
{
    guest.peer.advance(now());
    guest.readable.setEnabled(!guest.peer.isGone() && guest.peer.wantsToRead());
    guest.writable.setEnabled(!guest.peer.isGone() && guest.peer.wantsToWrite());
}

// Later, because the caller may be a reply, or a notifier of the guest itself.
void HttpGate::wake(Guest &guest)
{
    guest.isAwake = true;
    if (!m_later.isActive())
        m_later.start();
}

void HttpGate::advanceAll()
{
    for (const auto &guest : m_peers)
        advance(*guest);
    removeGone();
}

void HttpGate::removeGone()
{
    const std::size_t gone =
        std::erase_if(m_peers, [](const auto &guest) { return guest->peer.isGone(); });
    if (!m_isClosed && !m_arrivals.isEnabled() && (gone > 0 || hasIdle()))
        m_arrivals.setEnabled(true);
    planNext();
}

void HttpGate::planNext()
{
    Milliseconds next = Milliseconds::max();
    for (const auto &guest : m_peers)
        next = std::min(next, guest->peer.deadline());
    if (next == Milliseconds::max())
        m_deadline.stop();
    else
        m_deadline.start(std::max(Milliseconds(0), next - now()) + Milliseconds(1));
}

} // namespace sonde::serve
