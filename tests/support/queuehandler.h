// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/serverrequesthandler.h"
#include "review/serverrequestqueue.h"

#include <utility>

namespace sonde::test {

// The requests of one server, into a queue that a test looks at.
class QueueHandler : public mcp::ServerRequestHandler {
public:
    QueueHandler(QString server, review::ServerRequestQueue *queue)
        : m_server(std::move(server))
        , m_queue(queue)
    {
    }

    void handleRequest(const mcp::ServerRequest &request) override
    {
        m_queue->receive(m_server, request);
    }
    void withdrawRequest(const rpc::Id &id, const QString &why) override
    {
        m_queue->withdraw(m_server, id, why);
    }
    bool takesInput() const override { return true; }
    void handleInput(const mcp::InputRound &round) override { m_queue->receive(m_server, round); }
    void withdrawInput(const mcp::InputRound &round, const QString &why) override
    {
        m_queue->withdraw(round, why);
    }

private:
    const QString m_server;
    review::ServerRequestQueue *const m_queue;
};

} // namespace sonde::test
