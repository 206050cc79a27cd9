// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/checkedconnections.h"

#include <algorithm>

namespace sonde::findings {

CheckedConnection &CheckedConnections::of(const trace::Record &record)
{
    if (m_byStream.size() <= record.stream)
        m_byStream.resize(std::size_t(record.stream) + 1);
    if (CheckedConnection *const known = m_byStream[record.stream])
        return *known;
    const rpc::StreamInfo info = m_store.stream(record.stream);
    for (CheckedConnection &connection : m_connections) {
        if (connection.number == info.connection && connection.server == info.server)
            return *(m_byStream[record.stream] = &connection);
    }
    if (m_connections.size() >= kMax)
        forgetOldest();
    CheckedConnection &made = m_connections.emplace_back();
    made.state.servesModern = m_isModern;
    made.server = info.server;
    made.number = info.connection;
    return *(m_byStream[record.stream] = &made);
}

void CheckedConnections::forgetOldest()
{
    CheckedConnection *const oldest = &m_connections.front();
    std::replace(
        m_byStream.begin(), m_byStream.end(), oldest, static_cast<CheckedConnection *>(nullptr));
    m_lastServer = m_lastServer == oldest ? nullptr : m_lastServer;
    m_forgetting(*oldest);
    m_connections.pop_front();
}

CheckedConnection &CheckedConnections::of(const trace::Record &record, const HttpExchange &exchange)
{
    CheckedConnection &own = of(record);
    if (!exchange.purpose.empty())
        return own;
    if (exchange.isProtocol() || exchange.responseBody.root()["authorization_servers"])
        return *(m_lastServer = &own);
    return own.state.url.empty() && m_lastServer ? *m_lastServer : own;
}

} // namespace sonde::findings
