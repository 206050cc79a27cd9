// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "serve/httppeer.h"
#include "serve/listeningsocket.h"

#include <QObject>
#include <QSocketNotifier>
#include <QTimer>

#include <memory>
#include <vector>

namespace sonde::serve {

// The sockets under HttpConnection, on the event loop of their thread. What a handler does with its
// reply later is written when the event loop comes to it.
class HttpGate : public QObject {
    Q_OBJECT
public:
    struct Limits {
        ConnectionLimits connection;
        // More wait until one of these goes; one that waits for a request goes at once.
        std::size_t connections = 400;
        std::size_t waitingBodies = std::size_t(256) << 20; // of all requests that arrive
    };

    HttpGate(ListeningSocket socket, HttpConnection::Handler handler, const Limits &limits,
        QObject *parent = nullptr);
    ~HttpGate() override;

    const std::string &authority() const { return m_socket.authority(); }
    std::size_t connectionCount() const { return m_peers.size(); }
    // The process of this machine at the other end of a connection that is open; 0: not known. Not
    // for each request: platform/peersocket.h.
    int processOf(std::uint64_t connection) const;
    // Takes no more connections, and closes those that wait for a request.
    void close();

private:
    struct Guest;

    void accept();
    bool closeIdle();
    bool hasIdle() const;
    void read(Guest &guest);
    void advance(Guest &guest);
    void wake(Guest &guest);
    void advanceAll();
    void removeGone();
    void planNext();
    std::size_t waitingBodies() const;
    static Milliseconds now();

    const ListeningSocket m_socket;
    const HttpConnection::Handler m_handler;
    const Limits m_limits;
    QSocketNotifier m_arrivals;
    QTimer m_deadline; // of any peer
    QTimer m_later; // when a reply has something to write
    bool m_isClosed = false;
    std::uint64_t m_newest = 0; // number of a connection
    std::vector<std::unique_ptr<Guest>> m_peers;
};

} // namespace sonde::serve
