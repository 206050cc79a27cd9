// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/timeaxis/spantimes.h"

#include "rpc/lifecycle.h"
#include "trace/record/heldtimes.h"

#include <algorithm>

namespace sonde::models {

using trace::Number;
using trace::Record;
using trace::State;

const Record *SpanTimes::recordOf(Number number) const
{
    const int row = m_model.rowOf(number);
    return row < 0 ? nullptr : &m_model.record(row);
}

bool SpanTimes::isOpen(const Record &record)
{
    if (record.kind == rpc::Kind::Exchange)
        return trace::endOf(record) == 0;
    return record.kind == rpc::Kind::Request && record.state == State::Pending;
}

bool SpanTimes::isOpen(const TimeLane &lane, Number number, const Record &record) const
{
    const auto *family = familyOf(lane, number);
    const Record *last = lastOf(family);
    return isOpen(record) || (family && family->goesOn()) || (last && isOpen(*last));
}

std::int64_t SpanTimes::recordingEnd() const
{
    const int rows = m_model.rowCount();
    return rows == 0 ? 0 : m_model.record(rows - 1).steadyNs;
}

std::int64_t SpanTimes::endOf(const Record &record, std::int64_t now) const
{
    // The clock of today says nothing about a session of another day.
    if (record.state == State::OpenAtEnd)
        return std::max(recordingEnd(), record.steadyNs);
    if (record.kind == rpc::Kind::Exchange)
        return trace::endOf(record) == 0 ? std::max(now, record.steadyNs) : trace::endOf(record);
    if (record.kind != rpc::Kind::Request)
        return record.steadyNs;
    if (record.state == State::Pending)
        return std::max(now, record.steadyNs);
    if (record.state == State::Cancelled || record.state == State::TimedOut) {
        const auto at = m_cancels.constFind(m_model.stream(record.stream).server.toUtf8() + '\n'
            + QByteArray(trace::cutId(record).data(), qsizetype(trace::cutId(record).size())));
        if (at != m_cancels.cend() && *at >= record.steadyNs)
            return *at;
    }
    if (const Record *response = record.pair == 0 ? nullptr : recordOf(record.pair))
        return response->steadyNs;
    // No response: it is over when what carried it is.
    const Record *carrier = recordOf(trace::carrierOf(record));
    return carrier ? std::max(trace::endOf(*carrier), record.steadyNs) : record.steadyNs;
}

const CallFamilies::Family *SpanTimes::familyOf(const TimeLane &lane, Number number) const
{
    return lane.parent || lane.kind != TimeLane::Kind::Calls ? nullptr : m_families.family(number);
}

// For a finished task, the first request for its result; repeated requests do not count.
const Record *SpanTimes::lastOf(const CallFamilies::Family *family) const
{
    if (!family)
        return nullptr;
    const bool isOver = family->isTask && family->over != 0;
    const Number last = isOver ? family->result : family->last;
    return last == 0 ? nullptr : recordOf(last);
}

Record SpanTimes::outcomeOf(const TimeLane &lane, Number number, const Record &record) const
{
    const auto *family = familyOf(lane, number);
    if (!family)
        return record;
    const Record *last = family->rounds.empty() ? nullptr : recordOf(family->rounds.back());
    Record outcome = last ? *last : record;
    if (family->isTask && (family->outcome != State::Pending || family->goesOn()))
        outcome.state = family->outcome;
    return outcome;
}

std::int64_t SpanTimes::endIn(
    const TimeLane &lane, Number number, const Record &record, std::int64_t now) const
{
    const auto *family = familyOf(lane, number);
    std::int64_t end = endOf(record, now);
    if (const Record *last = lastOf(family))
        end = std::max(end, endOf(*last, now));
    if (family && family->isTask)
        end = std::max(end, family->goesOn() ? now : family->over);
    return end;
}

// When the next round of the call began.
std::int64_t SpanTimes::waitedAfter(const TimeLane &lane, Number number) const
{
    if (lane.kind != TimeLane::Kind::Rounds)
        return 0;
    const Number member = m_families.callOf(number);
    const Number call = member == 0 ? number : member;
    const auto round = std::size_t(m_families.roundOf(number, call)); // the next one's index
    const auto *family = m_families.family(call);
    const Record *next = family && round != 0 && round < family->rounds.size()
        ? recordOf(family->rounds[round])
        : nullptr;
    return next ? next->steadyNs : 0;
}

std::int64_t SpanTimes::heldUntil(Number number, const Record &record, std::int64_t end) const
{
    if (record.kind != rpc::Kind::Request)
        return 0;
    const Record *event = recordOf(m_model.handlingOf(number));
    if (!event)
        return 0;
    const QString name = m_model.store().string(event->method);
    if (name == QLatin1String(rpc::lifecycle::kMessageHeld))
        return end; // it is held, or its sender gave up first
    const std::int64_t held = trace::heldNs(record, *event, name);
    return held == 0 ? 0 : std::min(record.steadyNs + held, end);
}

// When a call was cancelled is the time of the notification that says so: its span ends there.
void SpanTimes::recordCancel(const Record &record)
{
    if (std::size_t(m_cancels.size()) >= kMaxCancels)
        return;
    // Its target is the id, as it is written.
    const QByteArray id = m_model.store().string(record.target).toUtf8();
    m_cancels.insert(m_model.stream(record.stream).server.toUtf8() + '\n' + id, record.steadyNs);
}

} // namespace sonde::models
