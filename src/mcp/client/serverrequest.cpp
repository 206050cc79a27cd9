// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/serverrequest.h"

#include "mcp/client/clientconnection.h"
#include "rpc/lifecycle.h"

namespace sonde::mcp {

ServerRequest::ServerRequest(
    ClientConnection *connection, rpc::Message message, Cause cause, std::string task)
    : m_connection(connection)
    , m_message(std::make_shared<const rpc::Message>(std::move(message)))
    , m_cause(std::move(cause))
    , m_task(std::move(task))
{
}

std::shared_ptr<const json::Document> ServerRequest::document() const
{
    return {m_message, &m_message->document};
}

bool ServerRequest::waits() const
{
    if (!m_task.empty())
        return m_connection && m_connection->hosted().waits(m_task);
    return m_connection && m_connection->session().waits(m_message->id);
}

bool ServerRequest::isCauseOver() const
{
    return !m_cause.id.empty() && !(m_connection && m_connection->session().isPending(m_cause.id));
}

void ServerRequest::respond(const Bytes &result) const
{
    if (m_connection && !m_task.empty())
        m_connection->finishHosted(m_task, result.view());
    else if (m_connection)
        m_connection->reply(m_message->id, result.view());
}

void ServerRequest::refuse(int code, const QString &message) const
{
    if (m_connection && !m_task.empty())
        m_connection->failHosted(m_task, code, message);
    else if (m_connection)
        m_connection->refuse(m_message->id, code, message);
}

void ServerRequest::logLifecycle(const QString &what, const QString &detail) const
{
    // Of a task nothing is sent before the server fetches its result.
    if (m_connection && !m_task.empty() && what == QLatin1String(rpc::lifecycle::kAutomatic))
        m_connection->logHosted(m_task, detail);
    else if (m_connection)
        m_connection->logLifecycle(what, detail);
}

} // namespace sonde::mcp
