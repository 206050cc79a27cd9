// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/recording.h"

#include <algorithm>
#include <iterator>

namespace sonde::agent {

Recording::Recording(trace::Recorder &recorder, rpc::TrafficSink &sink)
    : m_recorder(recorder)
    , m_sink(sink)
    , m_reader(m_recorder.makeReader())
    , m_checker(m_recorder)
{
    m_recorder.keepNoChanges(); // the reader has its own
}

void Recording::update()
{
    m_reader->drainInto(m_changes);
    // Of what was skipped, and beyond the bound, nothing is listed.
    const bool isNext = m_changes.firstNew == m_records.size() + 1;
    if (!m_changes.fresh.empty() && isNext
        && m_records.size() + m_changes.fresh.size() <= kMaxRecords) {
        m_records.append(m_changes.fresh);
        for (std::size_t i = 0; i < m_changes.fresh.size(); ++i)
            m_checker.add(m_changes.firstNew + trace::Number(i), m_changes.fresh[i]);
    }
    for (const auto &[number, record] : m_changes.changed) {
        if (number == 0 || number > m_records.size())
            continue;
        m_records.set(number - 1, record);
        m_checker.change(number, record);
    }
    m_checker.pause();
    auto found = m_checker.take();
    std::move(found.begin(), found.end(), std::back_inserter(m_findings));
}

trace::ExportSet Recording::set()
{
    trace::ExportSet set;
    set.store = &m_recorder;
    set.records = m_records.snapshot();
    return set;
}

const trace::Record *Recording::find(trace::Number number) const
{
    return number == 0 || number > m_records.size() ? nullptr : &m_records[number - 1];
}

trace::Number Recording::numberAt(rpc::StreamId stream, std::uint64_t offset) const
{
    for (std::size_t i = m_records.size(); i > 0; --i) {
        const trace::Record &record = m_records[i - 1];
        if (record.stream == stream && record.offset == offset)
            return trace::Number(i);
    }
    return 0;
}

trace::Number Recording::requestBehind(
    trace::Number number, const QString &server, const QString &method) const
{
    for (std::size_t i = number; i < m_records.size(); ++i) {
        const trace::Record &record = m_records[i];
        if (record.kind == rpc::Kind::Request && record.channel == rpc::Channel::Sent
            && serverOf(record) == server && m_recorder.string(record.method) == method)
            return trace::Number(i + 1);
    }
    return 0;
}

} // namespace sonde::agent
