// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/streamable/httpflow.h"

#include "rpc/lifecycle.h"

namespace sonde::wire {

namespace {

std::string_view viewOf(const QByteArray &array)
{
    return {array.constData(), static_cast<std::size_t>(array.size())};
}

} // namespace

HttpFlow::HttpFlow(const HttpTarget &target)
    : m_target(target)
{
}

HttpHeaders HttpFlow::headers(std::string_view method, const HttpHeaders &more) const
{
    HttpHeaders own;
    // 2025-11-25 basic/transports: a POST must accept both.
    if (method == "POST") {
        own.add("Accept", "application/json, text/event-stream");
        own.add("Content-Type", "application/json");
    } else if (method == "GET") {
        own.add("Accept", "text/event-stream");
    }
    own.add("User-Agent", "sonde/" SONDE_VERSION);
    own.append(more);
    HttpHeaders all;
    for (const HttpHeader &field : own.fields()) {
        if (!m_target.headers.contains(viewOf(field.name)))
            all.add(field);
    }
    all.append(m_target.headers);
    return all;
}

HttpRequest HttpFlow::makeRequest(const char *method, const QUrl &url, const QByteArray &version,
    const HttpHeaders &own, const HttpHeaders &more) const
{
    HttpHeaders all;
    if (!version.isEmpty() && !more.contains("MCP-Protocol-Version"))
        all.add("MCP-Protocol-Version", version);
    all.append(own);
    all.append(more);
    HttpRequest request;
    request.method = method;
    request.url = url;
    request.headers = headers(method, all);
    request.repeatable = request.method == "GET" || request.method == "DELETE";
    return request;
}

HttpRequest HttpFlow::makePost(const Outgoing &message, const QUrl &url, const QByteArray &version,
    const HttpHeaders &own) const
{
    HttpRequest request = makeRequest("POST", url, version, own, message.headers);
    request.body = message.message;
    request.hasBody = true;
    request.repeatable = message.repeatable;
    request.origin = message.origin;
    return request;
}

void HttpFlow::recordHead(const HttpHead &head, const HttpRequest &request, HttpActions &out)
{
    if (m_connected)
        return;
    m_connected = true;
    logLifecycle(out, QLatin1String(rpc::lifecycle::kConnected),
        originOf(request.url) % QStringLiteral(" · ") % QString::fromLatin1(head.version));
}

void HttpFlow::recordOutcome(const HttpOutcome &outcome)
{
    if (outcome.times.firstByte == 0)
        return;
    // Most exchanges reuse a connection and have no new facts.
    if (m_hasTimes && outcome.facts.localAddress == m_state.facts.localAddress
        && outcome.facts.remoteAddress == m_state.facts.remoteAddress)
        return;
    HttpState &state = changeState();
    state.facts = outcome.facts;
    if (!std::exchange(m_hasTimes, true))
        state.times = outcome.times;
}

std::optional<QUrl> HttpFlow::redirectToFollow(
    const HttpHead &head, const HttpRequest &request) const
{
    // Only these two preserve the method and the body (RFC 9110 section 15.4).
    if (!m_target.followSameOrigin || (head.status != 307 && head.status != 308))
        return std::nullopt;
    const auto location = head.headers.value("Location");
    if (!location)
        return std::nullopt;
    QUrl url = request.url.resolved(QUrl::fromEncoded(*location, QUrl::StrictMode));
    url.setFragment({});
    if (!url.isValid() || !url.userInfo().isEmpty() || !sameOrigin(url, m_target.url))
        return std::nullopt;
    return url;
}

void HttpFlow::end(HttpActions &out, const ExitReport &report, Stamp at)
{
    logLifecycle(out, QLatin1String(rpc::lifecycle::kConnectionEnded), report.end().recordedText());
    out.emplace_back(Event(Ended{report, at}));
}

} // namespace sonde::wire
