// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/timeaxis/callfamilies.h"
#include "models/timeaxis/timelane.h"

#include <QHash>

#include <cstdint>

namespace sonde::models {

// How long the spans of a trace are. A call that belongs to a family ends with the last of it.
// Times are steady nanoseconds; what goes on ends `now`.
class SpanTimes {
public:
    static constexpr std::size_t kMaxCancels = 10'000; // whose time is remembered

    // Both outlive it.
    SpanTimes(const TraceModel &model, const CallFamilies &families)
        : m_model(model)
        , m_families(families)
    {
    }

    void recordCancel(const trace::Record &record);
    void clear() { m_cancels.clear(); }

    const trace::Record *recordOf(trace::Number number) const; // null when it is not there
    bool isOpen(const TimeLane &lane, trace::Number number, const trace::Record &record) const;
    static bool isOpen(const trace::Record &record);
    // What belongs to the call, when its span stands for all of that in the lane; else null.
    const CallFamilies::Family *familyOf(const TimeLane &lane, trace::Number number) const;
    // The request with which that ends, as far as one says so; null without.
    const trace::Record *lastOf(const CallFamilies::Family *family) const;
    // The last round of a call, or its task, says how it ended; else the record itself.
    trace::Record outcomeOf(
        const TimeLane &lane, trace::Number number, const trace::Record &record) const;
    std::int64_t endOf(const trace::Record &record, std::int64_t now) const;
    std::int64_t endIn(const TimeLane &lane, trace::Number number, const trace::Record &record,
        std::int64_t now) const;
    std::int64_t waitedAfter(const TimeLane &lane, trace::Number number) const;
    // Until when a breakpoint held the request, whose span has that end; 0: none did.
    std::int64_t heldUntil(
        trace::Number number, const trace::Record &record, std::int64_t end) const;

private:
    std::int64_t recordingEnd() const;

    const TraceModel &m_model;
    const CallFamilies &m_families;
    QHash<QByteArray, std::int64_t> m_cancels; // server and id as written → when
};

} // namespace sonde::models
