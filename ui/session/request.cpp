// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/request.h"

namespace sonde::session {
namespace {

Request::State stateOf(const Error &error)
{
    switch (error.domain) {
    case Domain::Server:
        return Request::State::ProtocolError;
    case Domain::Cancelled:
        return Request::State::Cancelled;
    case Domain::Timeout:
        return Request::State::TimedOut;
    default:
        return Request::State::Failed;
    }
}

} // namespace

void Request::send(mcp::Client *client, const QString &method, const Bytes &params)
{
    if (isPending())
        return;
    m_params = params;
    m_answer.reset();
    m_error.reset();
    m_state = State::Pending;
    m_running.start();
    m_handle = client->request(method, params, {}, this,
        [this](Result<mcp::Answer> result) { finished(std::move(result)); });
    Q_EMIT changed();
}

qint64 Request::elapsedNs() const
{
    return isPending() ? m_running.nsecsElapsed() : m_elapsedNs;
}

void Request::finished(Result<mcp::Answer> result)
{
    m_elapsedNs = m_running.nsecsElapsed();
    if (result.ok()) {
        m_state = State::Ok;
        m_answer = std::make_shared<const mcp::Answer>(std::move(result).value());
        // Our own clock ran over the window's thread; the wire's two stamps are the truth.
        m_elapsedNs = m_answer->received.steady - m_answer->sent.steady;
    } else {
        m_state = stateOf(result.error());
        m_error = result.error();
    }
    Q_EMIT changed();
}

} // namespace sonde::session
