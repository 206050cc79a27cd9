// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/inspected.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sonde::agent {

// The servers that are inspected at the same time, by their handles: "c1".
class Connections {
public:
    static constexpr std::size_t kMax = 8;

    // `traffic` outlives it.
    explicit Connections(rpc::TrafficSink *traffic)
        : m_traffic(traffic)
    {
    }

    // What names a server: its command line or URL.
    static std::string keyOf(const config::Profile &server);

    bool isFull() const { return m_all.size() >= kMax; }
    Inspected &add(const config::Profile &server, std::shared_ptr<wire::Authorizer> authorizer);
    Inspected *find(const QString &handle) const;
    // At the end of the current event: its client may be on the stack.
    void remove(const QString &handle);
    // The server's name in the recording of a connection that is open or was; empty: there was
    // none.
    QString nameOf(const QString &handle) const;
    QString handleOf(const QString &name) const; // the reverse
    std::vector<Inspected *> all() const;

private:
    static constexpr std::size_t kMaxKnown = 100;

    void remember(const std::string &server, const mcp::DetectedRevision &detected);

    rpc::TrafficSink *const m_traffic;
    std::vector<QString> m_names; // of every connection, in the order of their handles
    // By the command line or URL: a server that is started again is not probed again.
    std::map<std::string, mcp::DetectedRevision> m_known;
    std::vector<std::unique_ptr<Inspected>> m_all; // last: they use the others
};

} // namespace sonde::agent
