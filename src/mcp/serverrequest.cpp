// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/serverrequest.h"

#include "mcp/connection.h"
#include "rpc/lifecycle.h"

namespace sonde::mcp {

ServerRequest::ServerRequest(
    Connection *conversation, rpc::Message message, Cause cause, std::string task)
    : m_conversation(conversation)
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
        return m_conversation && m_conversation->hosted().waits(m_task);
    return m_conversation && m_conversation->session().waits(m_message->id);
}

void ServerRequest::answer(const Bytes &result) const
{
    if (m_conversation && !m_task.empty())
        m_conversation->finishHosted(m_task, result.view());
    else if (m_conversation)
        m_conversation->reply(m_message->id, result.view());
}

void ServerRequest::refuse(int code, const QString &message) const
{
    if (m_conversation && !m_task.empty())
        m_conversation->failHosted(m_task, code, message);
    else if (m_conversation)
        m_conversation->refuse(m_message->id, code, message);
}

void ServerRequest::logLifecycle(const QString &what, const QString &detail) const
{
    // Of a task nothing is sent before the server fetches its result.
    if (m_conversation && !m_task.empty() && what == QLatin1String(rpc::lifecycle::kAutomatic))
        m_conversation->logHosted(m_task, detail);
    else if (m_conversation)
        m_conversation->logLifecycle(what, detail);
}

} // namespace sonde::mcp
