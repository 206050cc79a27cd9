// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/trace/tracetail.h"

#include "cli/output/carryout.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/trace/tracerow.h"
#include "trace/record/errorcode.h"

#include <algorithm>
#include <chrono>

namespace sonde::cli {

namespace {

constexpr std::chrono::milliseconds kPause{200}; // the writer has batches of 50 ms
constexpr std::uint64_t kBatch = 4096;

} // namespace

TraceTail::TraceTail(const TraceOptions &options, Output &out, Output &err)
    : m_options(options)
    , m_out(out)
    , m_err(err)
{
    m_timer.setInterval(kPause);
    connect(&m_timer, &QTimer::timeout, this, &TraceTail::look);
}

void TraceTail::start()
{
    auto opened = trace::SessionStore::open(m_options.file);
    if (!opened) {
        m_err.complain(opened.error().sentence);
        Q_EMIT finished(kUsage);
        return;
    }
    m_store = std::move(opened).value();
    m_run = std::make_unique<trace::FilterRun>(m_options.filter, *m_store);
    m_mark = std::make_unique<trace::AutomaticMark>(*m_store);
    m_timer.start();
    look();
}

void TraceTail::interrupt(int)
{
    m_timer.stop();
    Q_EMIT finished(kFine); // that is how one ends it
}

void TraceTail::look()
{
    const auto fresh = m_store->refresh();
    if (!fresh) {
        m_err.complain(fresh.error().sentence);
        Q_EMIT finished(kUsage);
        return;
    }
    while (m_seen < m_store->messageCount()) {
        const auto records = m_store->reader().records(trace::Number(m_seen + 1), kBatch);
        if (!records || records->empty()) {
            m_timer.stop();
            m_err.complain(records ? Text::tr("Messages are missing from the file.")
                                   : records.error().sentence);
            Q_EMIT finished(kUsage);
            return;
        }
        for (const trace::Record &record : *records)
            print(trace::Number(++m_seen), record);
    }
}

void TraceTail::print(trace::Number number, const trace::Record &record)
{
    trace::FilterRow row{number, record, -1};
    row.oddError = trace::oddErrorOf(record, nullptr); // of a request nothing is known yet
    const bool isResponse =
        record.kind == rpc::Kind::Response || record.kind == rpc::Kind::ErrorResponse;
    if (isResponse && record.pair != 0) {
        const auto request = m_store->reader().records(record.pair, 1);
        if (request && !request->empty()) {
            row.durationNs = record.steadyNs - request->front().steadyNs;
            row.asked = request->front().target;
        }
    }
    m_last.push_back(record);
    if (m_last.size() > trace::AutomaticMark::kMaxBetween + 1)
        m_last.pop_front();
    row.isAutomatic =
        m_mark
            ->lineOf([this](std::size_t at) -> const trace::Record & { return m_last[at]; },
                m_last.size() - 1)
            .has_value();
    if (!m_options.filter.isEmpty() && !m_run->fits(row))
        return;
    if (m_options.json)
        m_out.write(rowJson(*m_store, row));
    else
        m_out.write(QStringView(rowLine(*m_store, row, m_out.width(), m_out.palette())));
}

int tailTrace(const TraceOptions &options, Output &out, Output &err)
{
    TraceTail tail(options, out, err);
    return carryOut(tail);
}

} // namespace sonde::cli
