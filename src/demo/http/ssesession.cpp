// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/http/ssesession.h"

#include "demo/http/eventstream.h"

namespace sonde::demo {

SseSession::SseSession(Catalog &catalog, ReplyPointer reply, const std::string &endpoint)
    : m_reply(std::move(reply))
    , m_dialogue(catalog, *this, Dialogue::Era::Legacy)
{
    m_reply->begin(200, kEventStreamType, eventStreamFields());
    m_reply->write("event: endpoint\n" + serverSentEvent(endpoint));
}

void SseSession::post(const Bytes &body, HttpReply &reply)
{
    // The POST is only the way in; whatever is to be said goes to the stream.
    reply.respond(202);
    m_dialogue.receive(body, *this);
}

void SseSession::send(std::string_view message)
{
    m_reply->write("event: message\n" + serverSentEvent(message));
}

bool SseSession::isCongested() const
{
    return m_reply->isCongested();
}

} // namespace sonde::demo
