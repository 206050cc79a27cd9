// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/exchangephases.h"

#include "models/exchangefacts.h"

#include <algorithm>

namespace sonde::models {

ExchangePhases::ExchangePhases(TraceModel &model, QObject *parent)
    : QObject(parent)
    , m_model(model)
{
    connect(&model, &QAbstractItemModel::modelReset, this, [this] {
        m_known.clear();
        m_wanted.clear();
    });
}

std::optional<ExchangePhases::Phases> ExchangePhases::of(trace::Number exchange)
{
    if (const auto known = m_known.constFind(exchange); known != m_known.cend())
        return *known;
    const int row = m_model.rowOf(exchange);
    if (row < 0 || trace::endOf(m_model.record(row)) == 0)
        return {};
    if (std::find(m_wanted.begin(), m_wanted.end(), exchange) == m_wanted.end()
        && m_wanted.size() < kAtOnce)
        m_wanted.push_back(exchange);
    if (!std::exchange(m_reads, true))
        QMetaObject::invokeMethod(this, &ExchangePhases::readWanted, Qt::QueuedConnection);
    return {};
}

void ExchangePhases::readWanted()
{
    m_reads = false;
    if (m_known.size() > kMaxKept)
        m_known.clear();
    for (const trace::Number number : std::exchange(m_wanted, {})) {
        if (const int row = m_model.rowOf(number); row >= 0)
            m_known.insert(number, read(m_model.record(row), row));
    }
    Q_EMIT changed();
}

ExchangePhases::Phases ExchangePhases::read(const trace::Record &record, int row) const
{
    Phases phases;
    const std::int64_t end = trace::endOf(record);
    const auto inside = [&](std::int64_t ns) {
        return ns < end - record.steadyNs ? record.steadyNs + ns : end;
    };
    if (const auto text = m_model.store().read(record); text.ok()) {
        for (const auto &phase : ExchangeFacts::parse(*text).phases) {
            if (phase.kind < ExchangeFacts::Phase::Kind::FirstByte)
                phases.sent = std::max(phases.sent, inside(phase.ns));
            else if (phase.kind == ExchangeFacts::Phase::Kind::FirstByte)
                phases.firstByte = inside(phase.ns);
        }
    }
    const trace::Number number = m_model.number(row);
    const int last = std::min(m_model.rowCount(), row + kMaxLookAhead);
    for (int i = row + 1; i < last && phases.arrivals.size() < kMaxArrivals; ++i) {
        const trace::Record &other = m_model.record(i);
        if (other.steadyNs > end)
            break;
        if (trace::carrierOf(other) == number && other.channel == rpc::Channel::Received)
            phases.arrivals.push_back(other.steadyNs);
    }
    return phases;
}

} // namespace sonde::models
