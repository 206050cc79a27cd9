// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/record/reportingsink.h"

namespace sonde::tap {

void ReportingSink::setHost(const QString &name)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_progress.host && !m_progress.host->isEmpty())
            return;
        m_progress.host = name;
    }
    report();
}

void ReportingSink::report()
{
    if (m_isBatch)
        return;
    const std::lock_guard lock(m_mutex);
    m_progress.recorded = m_recorder.messageCount();
    m_announcement.report(m_progress);
}

rpc::StreamId ReportingSink::openStream(const rpc::StreamInfo &info)
{
    return m_recorder.openStream(info);
}

void ReportingSink::bytes(rpc::StreamId stream, std::uint64_t offset, Stamp at, const Bytes &bytes)
{
    m_recorder.bytes(stream, offset, at, bytes);
}

std::int64_t ReportingSink::message(const rpc::Place &place, Stamp at, const rpc::Message &message)
{
    const std::int64_t requested = m_recorder.message(place, at, message);
    report();
    return requested;
}

void ReportingSink::beginBatch()
{
    m_recorder.beginBatch();
    m_isBatch = true;
}

void ReportingSink::endBatch()
{
    m_isBatch = false;
    m_recorder.endBatch();
    report();
}

void ReportingSink::problem(rpc::StreamId stream, std::uint64_t offset, rpc::Problem problem)
{
    m_recorder.problem(stream, offset, problem);
}

rpc::ExchangeId ReportingSink::openExchange(const rpc::Exchange &exchange)
{
    const rpc::ExchangeId id = m_recorder.openExchange(exchange);
    report();
    return id;
}

void ReportingSink::updateExchange(rpc::ExchangeId id, const rpc::Exchange &exchange)
{
    m_recorder.updateExchange(id, exchange);
    if (exchange.state != rpc::Exchange::State::Open) {
        const std::lock_guard lock(m_mutex);
        ++m_progress.exchanges;
    }
    report();
}

} // namespace sonde::tap
