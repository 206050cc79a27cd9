// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/link/messagetransport.h"

#include <memory>
#include <string_view>
#include <vector>

namespace sonde::wire {

// The streams that record the HTTP exchanges of one connection: lanes for their bytes, and one
// stream of JSON texts with the properties of each exchange.
class ExchangeLog {
public:
    // A pair of streams, used by one exchange at a time.
    struct Lane {
        rpc::StreamId sent = 0;
        rpc::StreamId received = 0;
        std::uint64_t sentSize = 0;
        std::uint64_t receivedSize = 0;
    };

    // `custom` are the user's headers: the recording redacts the secret ones, and lists all of
    // them, to distinguish them from headers added by Sonde.
    ExchangeLog(const TransportContext &context, const HttpHeaders &custom);

    rpc::TrafficSink *traffic() const { return m_context.traffic; } // nullptr: nothing is recorded
    const std::vector<QByteArray> &secretNames() const { return m_secretNames; }
    const std::vector<QByteArray> &customNames() const { return m_customNames; }

    // Requires `traffic`. Release the lane when it is no longer written to.
    Lane *acquireLane();
    void releaseLane(Lane *lane);
    rpc::Place addFacts(std::string_view json, Stamp at);

private:
    const TransportContext m_context;
    std::vector<QByteArray> m_secretNames;
    std::vector<QByteArray> m_customNames;
    std::vector<std::unique_ptr<Lane>> m_lanes;
    std::vector<Lane *> m_free;
    bool m_factsOpen = false;
    rpc::StreamId m_factsStream = 0;
    std::uint64_t m_factsSize = 0;
};

} // namespace sonde::wire
