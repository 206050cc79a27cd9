// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/streamable/exchangelog.h"

namespace sonde::wire {

ExchangeLog::ExchangeLog(const TransportContext &context, const HttpHeaders &custom)
    : m_context(context)
{
    for (const HttpHeader &field : custom.fields()) {
        m_customNames.push_back(field.name);
        if (field.secret)
            m_secretNames.push_back(field.name);
    }
}

ExchangeLog::Lane *ExchangeLog::acquireLane()
{
    if (m_free.empty()) {
        m_lanes.push_back(std::make_unique<Lane>());
        m_lanes.back()->sent = m_context.openStream(rpc::Channel::Sent);
        m_lanes.back()->received = m_context.openStream(rpc::Channel::Received);
        return m_lanes.back().get();
    }
    Lane *const lane = m_free.back();
    m_free.pop_back();
    return lane;
}

void ExchangeLog::releaseLane(Lane *lane)
{
    m_free.push_back(lane);
}

rpc::Place ExchangeLog::addFacts(std::string_view json, Stamp at)
{
    if (!std::exchange(m_factsOpen, true))
        m_factsStream = m_context.openStream(rpc::Channel::Http);
    const rpc::Place place{m_factsStream, m_factsSize, json.size()};
    m_context.traffic->bytes(m_factsStream, m_factsSize, at, Bytes::copyOf(json));
    m_factsSize += json.size();
    return place;
}

} // namespace sonde::wire
