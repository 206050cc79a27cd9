// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/toolcallrun.h"

#include "mcp/message/errorresponse.h"

namespace sonde::mcp {

ToolCallRun::ToolCallRun(AbstractClient *client, Bytes params, const CallOptions &options,
    QObject *context, Answered done)
    : m_client(client)
    , m_params(std::move(params))
    , m_options(options)
    , m_context(context)
    , m_done(std::move(done))
{
}

RequestHandle ToolCallRun::start()
{
    call();
    // Weak: who holds the handle is often held by the callback.
    return RequestHandle([weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->m_current.cancel();
    });
}

void ToolCallRun::call()
{
    if (!m_client || !m_context)
        return;
    m_current = m_client->request(QStringLiteral("tools/call"), m_params, m_options, m_context,
        [self = shared_from_this()](
            Result<Response> response) { self->receive(std::move(response)); });
}

void ToolCallRun::receive(Result<Response> response)
{
    const bool mismatch = !response && response.error().domain == Domain::Server
        && response.error().code == kHeaderMismatch;
    if (mismatch && !std::exchange(m_again, true))
        listAgain(response.error());
    else
        m_done(std::move(response));
}

void ToolCallRun::listAgain(const Error &why)
{
    if (!m_client || !m_context)
        return;
    m_current = m_client->list({QStringLiteral("tools/list"), QStringLiteral("tools")}, {},
        m_context, [self = shared_from_this(), why](const Listing &listing) {
            if (!listing.failed)
                self->call();
            else if (listing.failed->domain == Domain::Cancelled)
                self->m_done(*listing.failed);
            else
                self->m_done(why);
        });
}

} // namespace sonde::mcp
