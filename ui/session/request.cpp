// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/request.h"

namespace sonde::session {
namespace {

Request::State stateOfError(const Error &error)
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
    begin(params);
    setHandle(client->request(method, params, {}, this,
        [this](Result<mcp::Answer> result) { finish(std::move(result)); }));
    Q_EMIT changed();
}

void Request::begin(const Bytes &params)
{
    m_params = params;
    m_answer.reset();
    m_error.reset();
    m_state = State::Pending;
    m_running.start();
}

void Request::becomeIdle()
{
    m_state = State::Idle;
    Q_EMIT changed();
}

qint64 Request::elapsedNs() const
{
    return isPending() ? m_running.nsecsElapsed() : m_elapsedNs;
}

void Request::finish(Result<mcp::Answer> result)
{
    m_elapsedNs = m_running.nsecsElapsed();
    if (result.ok()) {
        m_answer = std::make_shared<const mcp::Answer>(std::move(result).value());
        m_state = stateOf(*m_answer);
        // Our own clock ran over the window's thread; the wire's two stamps are the truth.
        m_elapsedNs = m_answer->received.steady - m_answer->sent.steady;
        adopt(*m_answer);
    } else {
        m_state = stateOfError(result.error());
        m_error = result.error();
    }
    Q_EMIT changed();
}

} // namespace sonde::session
