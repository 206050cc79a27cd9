// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session/messagewriter.h"

#include "mcp/message/methods.h"
#include "json/builder.h"
#include "json/singleline.h"

#include <algorithm>

namespace sonde::mcp {

namespace {

// A message on stdio is one line (2025-11-25 basic/transports#stdio). In JSON a line break can only
// be white space between tokens, so a blank can replace it. Over HTTP a message is one line as
// well, so that it looks the same on every transport. `space` holds the returned text when it
// differs from `params`.
std::string_view onOneLine(std::string_view params, std::string &space)
{
    if (json::isSingleLine(params))
        return params;
    space = params;
    std::replace(space.begin(), space.end(), '\n', ' ');
    std::replace(space.begin(), space.end(), '\r', ' ');
    return space;
}

} // namespace

// What the params of a request become in this revision.
std::string MessageWriter::paramsOf(const Dialect &dialect, std::string_view id,
    std::string_view method, std::string_view params, bool wantProgress) const
{
    std::string space;
    params = onOneLine(params, space);
    // 2026-07-28 basic/utilities/logging: nothing is logged on the stream of a subscription.
    const bool logs = method != "subscriptions/listen";
    return dialect.params(params, wantProgress ? id : std::string_view(),
        logs ? std::string_view(m_logLevel) : std::string_view());
}

void MessageWriter::request(const Dialect &dialect, Token token, std::string_view method,
    std::string_view params, bool wantProgress, rpc::Origin origin, Actions &out) const
{
    auto id = std::to_string(token);
    const auto sent = paramsOf(dialect, id, method, params, wantProgress);
    // Constructed in the vector: moving an action costs measurable time in a flood of requests.
    auto &send = std::get<Send>(out.emplace_back(std::in_place_type<Send>));
    send.message = rpc::request(id, method, sent);
    send.kind = wire::Outgoing::Kind::Request;
    send.id = std::move(id);
    if (m_overHttp) {
        send.headers = dialect.headers(method, params, m_toolHeaders);
        send.repeatable = isRepeatable(method);
    }
    if (sent.empty())
        send.bareMethod = method;
    send.number = token;
    send.origin = origin;
}

void MessageWriter::notification(const Dialect &dialect, std::string_view method,
    std::string_view params, rpc::Origin origin, Actions &out) const
{
    std::string space;
    Send send{rpc::notification(method, onOneLine(params, space)),
        wire::Outgoing::Kind::Notification, {}, headers(dialect, method, params)};
    send.repeatable = isRepeatable(method);
    send.origin = origin;
    out.emplace_back(std::move(send));
}

Send MessageWriter::cancellation(const rpc::Id &id, const QString &reason, rpc::Origin origin)
{
    Send send{rpc::notification("notifications/cancelled",
        json::Builder()
            .beginObject()
            .rawMember("requestId", id)
            .member("reason", reason)
            .endObject()
            .takeString())};
    send.origin = origin;
    return send;
}

Bytes MessageWriter::preview(const Dialect &dialect, Token token, std::string_view method,
    std::string_view params, bool wantProgress) const
{
    const auto id = std::to_string(token);
    return rpc::request(id, method, paramsOf(dialect, id, method, params, wantProgress));
}

wire::HttpHeaders MessageWriter::headers(
    const Dialect &dialect, std::string_view method, std::string_view params) const
{
    return m_overHttp ? dialect.headers(method, params, m_toolHeaders) : wire::HttpHeaders();
}

} // namespace sonde::mcp
