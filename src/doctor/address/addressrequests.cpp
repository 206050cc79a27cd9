// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/address/addressrequests.h"

#include "mcp/message/toolheadercache.h"
#include "rpc/message.h"

#include <utility>

namespace sonde::doctor {

namespace {

void addSession(wire::HttpRequest &request, const AddressRequests::Session &session)
{
    if (!session.id.isEmpty())
        request.headers.add("Mcp-Session-Id", session.id);
    if (!session.revision.isEmpty())
        request.headers.add("MCP-Protocol-Version", session.revision);
}

} // namespace

AddressRequests::AddressRequests(const wire::HttpTarget &target)
    : m_target(target)
{
    speak(mcp::Era::Legacy, {});
}

void AddressRequests::speak(mcp::Era era, const QString &wanted)
{
    const QString usual = mcp::revisionsOf(era).front();
    m_dialect = mcp::Dialect::make(era, mcp::eraOf(wanted) == era ? wanted : usual);
}

void AddressRequests::removeHeader(const char *name)
{
    const wire::HttpHeaders given = std::exchange(m_target.headers, {});
    for (const wire::HttpHeader &header : given.fields()) {
        if (header.name.compare(name, Qt::CaseInsensitive) != 0)
            m_target.headers.add(header);
    }
}

wire::HttpRequest AddressRequests::request(const QByteArray &method, const QUrl &url) const
{
    wire::HttpRequest request;
    request.method = method;
    request.url = url;
    request.headers.add("User-Agent", "sonde/" SONDE_VERSION);
    if (wire::sameOrigin(url, m_target.url))
        request.headers.append(m_target.headers);
    return request;
}

wire::HttpRequest AddressRequests::stream(const QUrl &url) const
{
    wire::HttpRequest get = request("GET", url);
    get.headers.add("Accept", "text/event-stream");
    return get;
}

wire::HttpRequest AddressRequests::listening(const QUrl &url, const Session &session) const
{
    wire::HttpRequest get = stream(url);
    addSession(get, session);
    return get;
}

wire::HttpRequest AddressRequests::message(
    const QUrl &url, const Bytes &message, const Session &session) const
{
    wire::HttpRequest post = request("POST", url);
    post.headers.add("Content-Type", "application/json");
    post.headers.add("Accept", "application/json, text/event-stream");
    addSession(post, session);
    post.body = message;
    post.hasBody = true;
    return post;
}

wire::HttpRequest AddressRequests::opening(const QUrl &url) const
{
    const std::string method = m_dialect->openingMethod();
    const std::string params = m_dialect->openingParams();
    const bool isModern = m_dialect->era() == mcp::Era::Modern;
    wire::HttpRequest post = message(url, rpc::request("1", method, params),
        {{}, isModern ? m_dialect->revision().toUtf8() : QByteArray()});
    post.headers.append(m_dialect->headers(method, params, mcp::ToolHeaderCache()));
    return post;
}

wire::HttpRequest AddressRequests::removal(const QUrl &url, const Session &session) const
{
    wire::HttpRequest remove = request("DELETE", url);
    addSession(remove, session);
    return remove;
}

} // namespace sonde::doctor
