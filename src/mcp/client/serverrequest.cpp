// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/serverrequest.h"

#include "mcp/client/requestreplies.h"

namespace sonde::mcp {

ServerRequest::ServerRequest(
    RequestReplies *replies, rpc::Message message, Cause cause, std::string task)
    : m_replies(replies)
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
    return m_replies && m_replies->waits(m_message->id, m_task);
}

bool ServerRequest::isCauseOver() const
{
    return !m_cause.id.empty() && !(m_replies && m_replies->isPending(m_cause.id));
}

void ServerRequest::respond(const Bytes &result) const
{
    if (m_replies)
        m_replies->respond(m_message->id, m_task, result.view());
}

void ServerRequest::refuse(int code, const QString &message) const
{
    refuse(Bytes::copyOf(rpc::errorObject(code, message.toStdString())));
}

void ServerRequest::refuse(const Bytes &error) const
{
    if (m_replies)
        m_replies->refuse(m_message->id, m_task, error.view());
}

void ServerRequest::logLifecycle(const QString &what, const QString &detail) const
{
    if (m_replies)
        m_replies->logLifecycle(m_task, what, detail);
}

} // namespace sonde::mcp
