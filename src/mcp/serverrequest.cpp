// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/serverrequest.h"

#include "mcp/conversation.h"

namespace sonde::mcp {

ServerRequest::ServerRequest(Conversation *conversation, rpc::Message message, Cause cause)
    : m_conversation(conversation)
    , m_message(std::make_shared<const rpc::Message>(std::move(message)))
    , m_cause(std::move(cause))
{
}

std::shared_ptr<const json::Document> ServerRequest::document() const
{
    return {m_message, &m_message->document};
}

bool ServerRequest::waits() const
{
    return m_conversation && m_conversation->session().waits(m_message->id);
}

void ServerRequest::answer(const Bytes &result) const
{
    if (m_conversation)
        m_conversation->reply(m_message->id, result.view());
}

void ServerRequest::refuse(int code, const QString &message) const
{
    if (m_conversation)
        m_conversation->refuse(m_message->id, code, message);
}

void ServerRequest::note(const QString &what, const QString &detail) const
{
    if (m_conversation)
        m_conversation->note(what, detail);
}

} // namespace sonde::mcp
