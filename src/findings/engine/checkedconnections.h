// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/connection.h"
#include "findings/context/httpexchange.h"
#include "findings/engine/brokenlines.h"
#include "findings/engine/earlyfindings.h"
#include "findings/engine/endedexchanges.h"
#include "findings/engine/exercisedrules.h"

#include <deque>
#include <functional>
#include <utility>
#include <vector>

namespace sonde::findings {

// What the checker keeps of one connection.
struct CheckedConnection {
    QString server;
    int number = 0;
    Connection state;
    ExercisedRules::OfConnection exercised;
    std::deque<WaitingRecord> unlisted; // calls of tools that no list has shown yet
    EarlyFindings early;
    BrokenLines lines;
};

// The connections of a recording, and which of them a record belongs to.
class CheckedConnections {
public:
    static constexpr std::size_t kMax = 1000; // the oldest is forgotten

    // `forgetting` is called with a connection before it is forgotten.
    CheckedConnections(
        const trace::Store &store, std::function<void(CheckedConnection &)> forgetting)
        : m_store(store)
        , m_forgetting(std::move(forgetting))
    {
    }

    // The server is of the modern era, on each connection that is new from now on.
    void assumeModern() { m_isModern = true; }

    CheckedConnection &of(const trace::Record &record);
    // In an imported log each host is a connection of its own. What goes to another host than an
    // MCP server's, such as its authorization server's, belongs to the server before it.
    CheckedConnection &of(const trace::Record &record, const HttpExchange &exchange);

    auto begin() { return m_connections.begin(); }
    auto end() { return m_connections.end(); }
    auto begin() const { return m_connections.begin(); }
    auto end() const { return m_connections.end(); }

private:
    void forgetOldest();

    const trace::Store &m_store;
    std::function<void(CheckedConnection &)> m_forgetting;
    std::deque<CheckedConnection> m_connections;
    std::vector<CheckedConnection *> m_byStream;
    CheckedConnection *m_lastServer = nullptr; // the newest that an imported log shows as a server
    bool m_isModern = false;
};

} // namespace sonde::findings
