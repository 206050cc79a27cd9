// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/listrun.h"

namespace sonde::mcp {

RequestHandle Client::list(const QString &method, const QString &member, const CallOptions &options,
    QObject *context, std::function<void(Result<Listing>)> done)
{
    return std::make_shared<ListRun>(this, method, member, options, context, std::move(done))
        ->start();
}

RequestHandle Client::listPage(const QString &method, const QString &member,
    const std::optional<std::string> &cursor, const CallOptions &options, QObject *context,
    std::function<void(Result<Listing>)> done)
{
    return std::make_shared<ListRun>(this, method, member, options, context, std::move(done))
        ->startPage(cursor);
}

ListRun::ListRun(Client *client, const QString &method, const QString &member,
    const CallOptions &options, QObject *context, Done done)
    : m_client(client)
    , m_method(method)
    , m_options(options)
    , m_context(context)
    , m_done(std::move(done))
    , m_cursor(member.toStdString(),
          member == QLatin1String("tools") && client->config().http
              && client->negotiated().era == Era::Stateless)
{
}

RequestHandle ListRun::start()
{
    ask({});
    return handle();
}

RequestHandle ListRun::startPage(const std::optional<std::string> &cursor)
{
    m_onePage = true;
    ask(cursor ? ListCursor::params(*cursor) : std::string());
    return handle();
}

// Weak: who holds the handle is often held by the callback.
RequestHandle ListRun::handle()
{
    return RequestHandle([weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->m_current.cancel();
    });
}

void ListRun::ask(const std::string &params)
{
    if (!m_client || !m_context)
        return;
    m_current = m_client->request(m_method, Bytes::copyOf(params), m_options, m_context,
        [self = shared_from_this()](const Result<Answer> &page) { self->took(page); });
}

void ListRun::took(const Result<Answer> &page)
{
    if (!page)
        return m_done(page.error());
    const auto next = m_cursor.take(*page);
    if (m_cursor.repeated && m_client)
        m_client->mark(page->place, rpc::Problem::RepeatedCursor);
    if (next && !m_onePage)
        ask(*next);
    else
        m_done(std::move(m_cursor.listing));
}

} // namespace sonde::mcp
