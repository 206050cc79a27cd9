// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/http/httpserver.h"
#include "serve/httpconnection.h"
#include "support/httpresponse.h"

#include <memory>

namespace sonde::test {

// An HTTP server and its connections, without sockets.
class HttpWire {
public:
    explicit HttpWire(const demo::ServerOptions &options = {})
        : m_server(options, QByteArrayLiteral("a secret of the test"))
    {
    }

    class Client {
    public:
        explicit Client(HttpWire &wire)
            : m_wire(wire)
            , m_connection(std::make_unique<serve::HttpConnection>(
                  [&wire](const serve::ServedRequest &request, const serve::ReplyPointer &reply) {
                      wire.m_server.receive(request, reply);
                  },
                  wire.m_now))
        {
        }

        void send(const QByteArray &bytes)
        {
            m_wire.m_server.setNow(m_wire.m_now);
            m_connection->receive({bytes.constData(), std::size_t(bytes.size())}, m_wire.m_now);
        }
        // As far as the response is there; a stream is seen from its beginning each time.
        HttpResponse read()
        {
            gather();
            return readResponse(m_bytes);
        }
        QByteArray readAll()
        {
            gather();
            return m_bytes;
        }
        HttpResponse ask(const QByteArray &bytes)
        {
            send(bytes);
            return read();
        }
        void leave()
        {
            m_connection.reset();
            m_wire.pass(demo::Milliseconds(0));
        }

    private:
        void gather()
        {
            m_wire.pass(demo::Milliseconds(0));
            m_connection->tick(m_wire.m_now);
            m_bytes += QByteArray::fromStdString(m_connection->takeOutput());
        }

        HttpWire &m_wire;
        std::unique_ptr<serve::HttpConnection> m_connection;
        QByteArray m_bytes;
    };

    Client connect() { return Client(*this); }
    // A request on a connection of its own.
    HttpResponse ask(const QByteArray &bytes) { return connect().ask(bytes); }
    void pass(demo::Milliseconds time)
    {
        m_now += time;
        m_server.tick(m_now);
    }
    demo::HttpServer &server() { return m_server; }

private:
    demo::HttpServer m_server;
    demo::Milliseconds m_now{0};
};

} // namespace sonde::test
