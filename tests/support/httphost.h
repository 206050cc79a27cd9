// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/httpscript.h"

#include <QTcpSocket>
#include <QUrl>

namespace sonde::test {

// A host of a tap over HTTP: bytes on a socket.
class HttpHost : public QTcpSocket {
public:
    explicit HttpHost(const QUrl &url, const QByteArray &bytes = {})
    {
        connect(this, &QTcpSocket::readyRead, this, [this] { received += readAll(); });
        connectToHost(url.host(), quint16(url.port()));
        write(bytes);
    }
    bool isEnded() const { return state() == UnconnectedState; }
    QByteArray body() const { return received.mid(received.indexOf("\r\n\r\n") + 4); }

    QByteArray received;
};

inline QByteArray get(
    const QByteArray &target, const QByteArray &fields = "Accept: text/event-stream\r\n")
{
    return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n";
}

inline QByteArray post(const QByteArray &body, const QByteArray &fields = {})
{
    return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + fields
        + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

inline QByteArray ping(int id)
{
    return R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"method":"ping"})";
}

inline QByteArray pong(const QByteArray &id)
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{}})";
}

// With the id that the request has, whatever its method.
inline void respondTo(
    HttpPeer &peer, const SeenRequest &request, const HttpPeer::Headers &headers = {})
{
    const QByteArray body = request.body();
    const auto from = body.indexOf("\"id\":") + 5;
    peer.respond(
        200, "application/json", pong(body.mid(from, body.indexOf(',', from) - from)), headers);
}

// A stream with a request of the server, until the client leaves.
inline void streamAPing(HttpPeer &peer)
{
    peer.readRequest();
    peer.openStream();
    peer.event(ping(7));
    peer.waitForClose();
}

inline void respondToPings(HttpPeer &peer)
{
    for (;;)
        respondTo(peer, peer.readRequest());
}

} // namespace sonde::test
