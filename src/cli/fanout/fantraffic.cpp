// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/fanout/fantraffic.h"

namespace sonde::cli {

rpc::StreamId FanTraffic::openStream(const rpc::StreamInfo &info)
{
    const rpc::StreamId stream = m_next.openStream(info);
    m_streams.insert(stream);
    return stream;
}

void FanTraffic::bytes(rpc::StreamId stream, std::uint64_t offset, Stamp at, const Bytes &bytes)
{
    m_next.bytes(stream, offset, at, bytes);
}

std::int64_t FanTraffic::message(const rpc::Place &place, Stamp at, const rpc::Message &message)
{
    return m_next.message(place, at, message);
}

void FanTraffic::problem(rpc::StreamId stream, std::uint64_t offset, rpc::Problem problem)
{
    m_next.problem(stream, offset, problem);
}

rpc::ExchangeId FanTraffic::openExchange(const rpc::Exchange &exchange)
{
    return m_next.openExchange(exchange);
}

void FanTraffic::updateExchange(rpc::ExchangeId id, const rpc::Exchange &exchange)
{
    m_next.updateExchange(id, exchange);
}

} // namespace sonde::cli
