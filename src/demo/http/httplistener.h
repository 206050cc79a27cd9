// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "demo/http/httpconnection.h"

#include <memory>
#include <string>
#include <vector>

namespace sonde::demo {

// The sockets under HttpConnection: one that listens and those it accepted. One thread, one
// poll(); nothing here blocks but that.
class HttpListener {
public:
    static constexpr std::size_t kMaxConnections = 400;

    // `address` is PORT, HOST:PORT or [HOST]:PORT with a numeric host or "localhost"; without a
    // host it is loopback. Port 0 takes any that is free.
    static Result<std::unique_ptr<HttpListener>> open(
        const std::string &address, HttpConnection::Handler handler);
    ~HttpListener();
    HttpListener(const HttpListener &) = delete;
    HttpListener &operator=(const HttpListener &) = delete;

    const std::string &authority() const { return m_authority; } // 127.0.0.1:43210
    bool isOnLoopback() const { return m_onLoopback; }

    // Waits for something to happen, until `deadline` at most, and does it. False: a signal came.
    using Clock = Milliseconds (*)();
    bool wait(std::optional<Milliseconds> deadline, Clock clock);
    // Writes what the replies hold by now.
    void flush(Milliseconds now);

private:
    HttpListener(int socket, HttpConnection::Handler handler);

    struct Peer {
        Peer(int descriptor, const HttpConnection::Handler &handler, Milliseconds now)
            : socket(descriptor)
            , connection(handler, now)
        {
        }
        const int socket;
        HttpConnection connection;
        std::string output;
        std::size_t written = 0; // of the output
        bool hasOutput() const { return written < output.size(); }
        bool inputEnded = false;
        bool isParting = false; // all is written; what still comes in is thrown away
        std::optional<Milliseconds> closeBy;
        bool gone = false;
    };

    void accept(Milliseconds now);
    void read(Peer &peer, Milliseconds now);
    static void write(Peer &peer);
    static void part(Peer &peer, Milliseconds now);
    static short eventsFor(const Peer &peer);

    const int m_socket;
    const HttpConnection::Handler m_handler;
    std::string m_authority;
    bool m_onLoopback = true;
    std::vector<std::unique_ptr<Peer>> m_peers;
};

} // namespace sonde::demo
