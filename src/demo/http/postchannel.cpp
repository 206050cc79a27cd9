// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/http/postchannel.h"

namespace sonde::demo {

void PostChannel::openStream()
{
    if (std::exchange(m_streaming, true))
        return;
    m_stream.attach(m_reply, {}, m_fields);
}

void PostChannel::send(std::string_view message)
{
    openStream();
    m_stream.push(message);
}

void PostChannel::respond(std::string_view response, ReplyKind verdict)
{
    if (m_streaming)
        return m_stream.push(response);
    if (m_reply->hasBegun())
        return;
    // A method that is not there is no reason for a 404 here: to this era's clients that means
    // that the session is gone.
    m_reply->respond(
        verdict == ReplyKind::Refused ? 400 : 200, "application/json", response, m_fields);
}

void PostChannel::leave()
{
    if (--m_open > 0)
        return;
    // Every call was cancelled: nothing is the response.
    if (!m_streaming && !m_reply->hasBegun())
        openStream();
    if (m_streaming)
        m_stream.finish();
}

void PostChannel::hangUp()
{
    if (!m_primed)
        return; // the client might not have an id to come back with
    openStream();
    m_stream.detach();
}

} // namespace sonde::demo
