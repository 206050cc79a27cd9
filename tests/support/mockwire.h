// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/mock/mockendpoint.h"
#include "serve/httpconnection.h"
#include "support/httpresponse.h"
#include "support/mockplay.h"

#include <memory>
#include <utility>

namespace sonde::test {

inline QByteArray message(const QByteArray &members)
{
    return R"({"jsonrpc":"2.0",)" + members + "}";
}

// A mock and its connections, without sockets.
class MockWire {
public:
    explicit MockWire(const QByteArrayList &recording, mock::MockOptions options = {},
        cli::RealServer::Make makeServer = {})
        : m_script(scriptOf(recording).value())
        , m_endpoint(m_script, options, /*onLoopback=*/true, std::move(makeServer))
    {
    }

    class Connection {
    public:
        explicit Connection(MockWire &wire)
            : m_wire(wire)
            , m_connection(std::make_unique<serve::HttpConnection>(
                  [&wire](const serve::ServedRequest &request, const serve::ReplyPointer &reply) {
                      wire.m_endpoint.receive(request, reply, wire.m_now);
                  },
                  wire.milliseconds()))
        {
        }

        HttpResponse ask(const QByteArray &bytes)
        {
            m_connection->receive(
                {bytes.constData(), std::size_t(bytes.size())}, m_wire.milliseconds());
            return read();
        }
        // As far as the response is there.
        HttpResponse read()
        {
            m_connection->tick(m_wire.milliseconds());
            m_bytes += QByteArray::fromStdString(m_connection->takeOutput());
            QByteArray bytes = m_bytes;
            return readResponse(bytes);
        }
        void leave() { m_connection.reset(); }
        bool isOver() const { return m_connection->isOver(); }

    private:
        MockWire &m_wire;
        std::unique_ptr<serve::HttpConnection> m_connection;
        QByteArray m_bytes;
    };

    Connection connect() { return Connection(*this); }
    HttpResponse ask(const QByteArray &bytes) { return connect().ask(bytes); }
    void pass(int milliseconds)
    {
        m_now += std::chrono::milliseconds(milliseconds);
        m_endpoint.tick(m_now);
    }
    cli::MockEndpoint &endpoint() { return m_endpoint; }
    QByteArrayList remarks()
    {
        QByteArrayList lines;
        for (const mock::Action &action : m_endpoint.takeRemarks())
            lines += lineOf(action);
        return lines;
    }

private:
    serve::Milliseconds milliseconds() const
    {
        return std::chrono::duration_cast<serve::Milliseconds>(m_now);
    }

    const mock::MockScript m_script;
    mock::Nanoseconds m_now{std::chrono::seconds(1)};
    cli::MockEndpoint m_endpoint;
};

} // namespace sonde::test
