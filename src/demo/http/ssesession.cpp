// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/http/ssesession.h"

#include "serve/eventstream.h"

namespace sonde::demo {

SseSession::SseSession(Catalog &catalog, serve::ReplyPointer reply, const std::string &endpoint)
    : m_reply(std::move(reply))
    , m_dialogue(catalog, *this, Dialogue::Era::Legacy)
{
    m_reply->begin(200, serve::kEventStreamType, serve::eventStreamFields());
    m_reply->write("event: endpoint\n" + serve::serverSentEvent(endpoint));
}

void SseSession::post(const Bytes &body, serve::HttpReply &reply)
{
    // The POST is only the way in; whatever is to be said goes to the stream.
    reply.respond(202);
    m_dialogue.receive(body, *this);
}

void SseSession::send(std::string_view message)
{
    m_reply->write("event: message\n" + serve::serverSentEvent(message));
}

bool SseSession::isCongested() const
{
    return m_reply->isCongested();
}

} // namespace sonde::demo
