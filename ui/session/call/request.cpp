// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/call/request.h"

#include "base/clock.h"

#include <QPointer>

#include <utility>

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
    begin(*client, method, params);
    setHandle(client->request(method, params, numbered({}), this,
        [this](Result<mcp::Response> result) { finish(std::move(result)); }));
    Q_EMIT changed();
}

void Request::begin(const mcp::Client &client, const QString &method, const Bytes &params)
{
    m_server = client.config().name;
    m_method = method;
    m_begunNs = SystemClock::instance().now().steady;
    m_number = kUnsent;
    m_params = params;
    m_response.reset();
    m_error.reset();
    m_state = State::Pending;
    m_running.start();
}

mcp::CallOptions Request::numbered(mcp::CallOptions options)
{
    options.onNumbered = [self = QPointer(this)](std::int64_t number) {
        if (self)
            self->m_number = number;
    };
    return options;
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

void Request::finish(Result<mcp::Response> result)
{
    // Measured on the window's thread; the time stamps of the wire are better, where there are any.
    m_elapsedNs = m_running.nsecsElapsed();
    if (result.ok()) {
        m_response = std::make_shared<const mcp::Response>(std::move(result).value());
        m_state = stateOf(*m_response);
        m_elapsedNs = m_response->tookNs();
        adopt(*m_response);
    } else {
        m_state = stateOfError(result.error());
        m_error = result.error();
        if (m_error->took.count() >= 0)
            m_elapsedNs = m_error->took.count();
    }
    Q_EMIT changed();
}

} // namespace sonde::session
