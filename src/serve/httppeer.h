// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "serve/httpconnection.h"

#include <optional>
#include <string>

namespace sonde::serve {

// The socket under an HttpConnection. Its owner waits for the socket, and calls what fits.
class HttpPeer {
public:
    // Owns the descriptor, which must not block.
    HttpPeer(int descriptor, const HttpConnection::Handler &handler, Milliseconds now,
        const ConnectionLimits &limits = {});
    ~HttpPeer();
    HttpPeer(const HttpPeer &) = delete;
    HttpPeer &operator=(const HttpPeer &) = delete;

    int descriptor() const { return m_descriptor; }
    HttpConnection &connection() { return m_connection; }

    bool wantsToRead() const;
    bool wantsToWrite() const;
    // It matters that the client goes, even while nothing is read from it.
    bool minds() const { return !m_inputEnded && !m_isParting && !m_connection.isOver(); }
    // When advance() has something to do although nothing arrived.
    Milliseconds deadline() const;

    void read(Milliseconds now);
    void write();
    // Writes what the replies hold by now, and takes leave of a connection that is over.
    void advance(Milliseconds now);
    bool isGone() const { return m_gone; } // close it by destroying this

private:
    bool hasOutput() const { return m_written < m_output.size(); }
    bool readsOn() const { return m_inputEnded && !m_connection.isOver(); }
    void leave();
    void part(Milliseconds now);

    const int m_descriptor;
    HttpConnection m_connection;
    std::string m_output;
    std::size_t m_written = 0; // of the output
    bool m_inputEnded = false;
    bool m_isParting = false; // all is written; what still comes in is thrown away
    std::optional<Milliseconds> m_closeBy;
    Milliseconds m_lookAt{0}; // whether a client that sends no more is there
    bool m_gone = false;
};

} // namespace sonde::serve
