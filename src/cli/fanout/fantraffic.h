// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/trafficsink.h"

#include <set>

namespace sonde::cli {

// The traffic of one column, passed on to the recording of all. Notes which streams are its own:
// columns that work at the same time are mixed there.
class FanTraffic final : public rpc::TrafficSink {
public:
    explicit FanTraffic(rpc::TrafficSink *next) // outlives it
        : m_next(*next)
    {
    }

    const std::set<rpc::StreamId> &streams() const { return m_streams; }

    rpc::StreamId openStream(const rpc::StreamInfo &info) override;
    void bytes(rpc::StreamId stream, std::uint64_t offset, Stamp at, const Bytes &bytes) override;
    std::int64_t message(const rpc::Place &place, Stamp at, const rpc::Message &message) override;
    void beginBatch() override { m_next.beginBatch(); }
    void endBatch() override { m_next.endBatch(); }
    void problem(rpc::StreamId stream, std::uint64_t offset, rpc::Problem problem) override;
    rpc::ExchangeId openExchange(const rpc::Exchange &exchange) override;
    void updateExchange(rpc::ExchangeId id, const rpc::Exchange &exchange) override;

private:
    rpc::TrafficSink &m_next;
    std::set<rpc::StreamId> m_streams;
};

} // namespace sonde::cli
