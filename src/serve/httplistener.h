// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "serve/httppeer.h"
#include "serve/listeningsocket.h"

#include <memory>
#include <string>
#include <vector>

namespace sonde::serve {

// The sockets under HttpConnection: one that listens and those it accepted. One thread, one
// poll(); nothing here blocks but that. HttpGate does the same on Qt's event loop.
class HttpListener {
public:
    static constexpr std::size_t kMaxConnections = 400;

    // As ListeningSocket::open(), with the option --http.
    static Result<std::unique_ptr<HttpListener>> open(
        const std::string &address, HttpConnection::Handler handler);

    const std::string &authority() const { return m_socket.authority(); }
    bool isOnLoopback() const { return m_socket.isOnLoopback(); }

    // Waits for something to happen, until `deadline` at most, and does it. False: a signal came.
    using Clock = Milliseconds (*)();
    bool wait(std::optional<Milliseconds> deadline, Clock clock);
    // Writes what the replies hold by now.
    void flush(Milliseconds now);

private:
    HttpListener(ListeningSocket socket, HttpConnection::Handler handler);

    void accept(Milliseconds now);

    const ListeningSocket m_socket;
    const HttpConnection::Handler m_handler;
    std::vector<std::unique_ptr<HttpPeer>> m_peers;
};

} // namespace sonde::serve
