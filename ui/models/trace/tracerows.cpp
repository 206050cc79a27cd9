// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/tracerows.h"

#include "models/trace/lifecycletext.h"
#include "rpc/lifecycle.h"
#include "trace/filter/filterrun.h"
#include "trace/record/heldtimes.h"

#include <algorithm>

namespace sonde::models {

namespace {
constexpr int kMaxLookAhead = 100'000; // rows behind an exchange that may be the first it carried
}

TraceRows::TraceRows(trace::Store &store)
    : m_store(store)
{
}

int TraceRows::rowOf(trace::Number number) const
{
    if (number < m_first || number - m_first >= m_records.size())
        return -1;
    return static_cast<int>(number - m_first);
}

// An exchange and what it carried.
trace::Number TraceRows::groupOf(int row) const
{
    const trace::Record &record = this->record(row);
    return record.kind == rpc::Kind::Exchange ? number(row) : trace::carrierOf(record);
}

trace::Number TraceRows::firstCarried(trace::Number exchange) const
{
    const int row = rowOf(exchange);
    const int end = row < 0 ? -1 : std::min(count(), row + kMaxLookAhead);
    for (int i = row + 1; i < end; ++i) {
        if (trace::carrierOf(record(i)) == exchange)
            return number(i);
    }
    return 0;
}

const rpc::StreamInfo &TraceRows::stream(rpc::StreamId id) const
{
    if (m_streams.size() <= id)
        m_streams.resize(std::size_t(id) + 1);
    if (!m_streams[id])
        m_streams[id] = m_store.stream(id);
    return *m_streams[id];
}

bool TraceRows::isTapped(rpc::StreamId id) const
{
    if (m_tapped.isEmpty())
        return false;
    const rpc::StreamInfo &info = stream(id);
    return m_tapped.contains({info.server, info.connection});
}

std::pair<trace::Number, trace::Number> TraceRows::changeOf(int row) const
{
    const bool isEvent = record(row).kind == rpc::Kind::Lifecycle;
    const trace::Number message = isEvent ? record(row).pair : number(row);
    const trace::Number event = isEvent ? number(row) : handlingOf(message);
    const int eventRow = rowOf(event);
    if (rowOf(message) < 0 || eventRow < 0
        || !replacesMessage(m_store.string(record(eventRow).method)))
        return {0, 0};
    return {message, event};
}

std::int64_t TraceRows::heldNs(int row) const
{
    const int event = rowOf(handlingOf(number(row)));
    return event < 0
        ? 0
        : trace::heldNs(record(row), record(event), m_store.string(record(event).method));
}

std::int64_t TraceRows::durationNs(int row) const
{
    const trace::Record &record = this->record(row);
    const int pair = record.pair == 0 ? -1 : rowOf(record.pair);
    return trace::durationOf(record, pair < 0 ? nullptr : &this->record(pair), heldNs(row));
}

void TraceRows::dropAll(trace::Number next)
{
    m_records.clear();
    m_first = next;
}

bool TraceRows::followStreams(const std::vector<trace::Record> &fresh)
{
    const auto before = m_servers.size();
    rpc::StreamId last = 0;
    bool first = true;
    for (const trace::Record &record : fresh) {
        if (!first && record.stream == last)
            continue;
        first = false;
        last = record.stream;
        const QString &server = stream(record.stream).server;
        if (!m_servers.contains(server))
            m_servers += server;
        if (record.kind == rpc::Kind::Lifecycle
            && m_store.string(record.method) == QLatin1String(rpc::lifecycle::kTapStarted))
            m_tapped.insert({server, stream(record.stream).connection});
    }
    return m_servers.size() != before;
}

std::vector<trace::Number> TraceRows::followHandlings(const trace::Changes &changes)
{
    std::vector<trace::Number> messages;
    for (std::size_t i = 0; i < changes.fresh.size(); ++i) {
        const trace::Record &event = changes.fresh[i];
        if (event.kind != rpc::Kind::Lifecycle || event.pair == 0
            || handlingText(m_store.string(event.method)).isEmpty())
            continue;
        m_handlings[event.pair] = changes.firstNew + trace::Number(i);
        messages.push_back(event.pair);
    }
    return messages;
}

} // namespace sonde::models
