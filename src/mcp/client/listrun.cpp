// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/listrun.h"

namespace sonde::mcp {

RequestHandle Client::list(const ListQuery &query, const CallOptions &options, QObject *context,
    std::function<void(Listing)> done)
{
    return std::make_shared<ListRun>(this, query, options, context, std::move(done))->start();
}

ListRun::ListRun(
    Client *client, const ListQuery &query, const CallOptions &options, QObject *context, Done done)
    : m_client(client)
    , m_query(query)
    , m_options(options)
    , m_context(context)
    , m_done(std::move(done))
    , m_cursor(query.member.toStdString(),
          query.member == QLatin1String("tools") && client->config().endpoint.hasExchanges()
              && client->negotiated().era == Era::Modern)
{
    m_cursor.listing.next = query.cursor;
}

RequestHandle ListRun::start()
{
    request(m_query.cursor ? ListCursor::params(*m_query.cursor) : std::string());
    // Weak: who holds the handle is often held by the callback.
    return RequestHandle([weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->m_current.cancel();
    });
}

void ListRun::request(const std::string &params)
{
    if (!m_client || !m_context)
        return;
    m_current = m_client->request(m_query.method, Bytes::copyOf(params), m_options, m_context,
        [self = shared_from_this()](const Result<Response> &page) { self->receive(page); });
}

void ListRun::receive(const Result<Response> &page)
{
    Listing &listing = m_cursor.listing;
    if (!page) {
        listing.failed = page.error();
        return m_done(std::move(listing));
    }
    const auto next = m_cursor.advance(*page);
    if (m_cursor.repeated && m_client)
        m_client->mark(page->place, rpc::Problem::RepeatedCursor);
    if (next && listing.pages < m_query.pages)
        request(*next);
    else
        m_done(std::move(listing));
}

} // namespace sonde::mcp
