// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mock/livevalues.h"

#include "mcp/message/subscriptionmeta.h"

#include <algorithm>

namespace sonde::mock {

namespace {

class Places {
public:
    explicit Places(const ScriptedExchange &exchange)
        : m_exchange(exchange)
        , m_request(exchange.message.root())
    {
    }

    void add(const json::Value &value, LiveKind kind, std::size_t request = 0)
    {
        if (value.exists())
            m_found.push_back(
                {value.node().begin, value.node().end - value.node().begin, kind, request});
    }
    void addIfId(const json::Value &value)
    {
        if (value.exists() && value.raw() == m_request["id"].raw())
            add(value, LiveKind::Id);
    }
    void addIfToken(const json::Value &value)
    {
        if (value.exists() && value.raw() == m_request["params"]["_meta"]["progressToken"].raw())
            add(value, LiveKind::ProgressToken);
    }
    // Of a cancellation: the client's request, or one of the server.
    void addCancelled(const json::Value &value)
    {
        for (std::size_t i = 0; value.exists() && i < m_exchange.events.size(); ++i) {
            const Event &event = m_exchange.events[i];
            if (event.kind != EventKind::ServerRequest)
                continue;
            const LiveValue &id = event.live.front();
            if (event.bytes.view().substr(id.begin, id.length) == value.raw())
                return add(value, LiveKind::ServerRequestId, i);
        }
        addIfId(value);
    }
    std::vector<LiveValue> take()
    {
        std::sort(m_found.begin(), m_found.end(),
            [](const LiveValue &a, const LiveValue &b) { return a.begin < b.begin; });
        return std::move(m_found);
    }

private:
    const ScriptedExchange &m_exchange;
    const json::Value m_request;
    std::vector<LiveValue> m_found;
};

} // namespace

std::vector<LiveValue> liveValues(
    EventKind kind, const json::Document &message, const ScriptedExchange &exchange)
{
    const json::Value root = message.root();
    const json::Value params = root["params"];
    Places places(exchange);
    if (kind == EventKind::ServerRequest)
        places.add(root["id"], LiveKind::ServerRequestId, exchange.events.size());
    if (kind == EventKind::Response) {
        places.add(root["id"], LiveKind::Id);
        places.addIfId(root["result"]["_meta"][mcp::kSubscriptionIdMeta]);
    }
    if (kind == EventKind::Notification) {
        places.addIfId(params["_meta"][mcp::kSubscriptionIdMeta]);
        if (root["method"].equals("notifications/progress"))
            places.addIfToken(params["progressToken"]);
        if (root["method"].equals("notifications/cancelled"))
            places.addCancelled(params["requestId"]);
    }
    return places.take();
}

Bytes withLiveValues(
    const Event &event, const std::function<std::string(const LiveValue &)> &valueOf)
{
    const std::string_view recorded = event.bytes.view();
    std::string line;
    std::size_t at = 0;
    for (const LiveValue &value : event.live) {
        line += recorded.substr(at, value.begin - at);
        line += valueOf(value);
        at = value.begin + value.length;
    }
    line += recorded.substr(at);
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return Bytes::copyOf(line);
}

} // namespace sonde::mock
