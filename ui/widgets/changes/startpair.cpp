// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/changes/startpair.h"

namespace sonde::widgets {

using models::Restart;

StartPair::StartPair(models::FindingList &findings, const QString &server,
    const std::deque<Restart> &restarts, const Restart &restart, const Restart *other)
    : m_findings(findings)
    , m_server(server)
    , m_restarts(restarts)
    , m_restart(restart)
    , m_other(other)
{
}

// Until the next start.
models::StartSpan StartPair::spanOf(const Restart &restart) const
{
    for (const Restart &each : m_restarts) {
        if (each.number > restart.number)
            return {restart.at.steady, each.at.steady};
    }
    return {restart.at.steady, {}};
}

std::shared_ptr<const models::StartRecord> StartPair::recordOf(
    const Restart *restart, Look look) const
{
    if (!restart || restart->isEarlier)
        return restart ? restart->record : nullptr;
    return std::make_shared<const models::StartRecord>(
        look(m_findings, m_server, spanOf(*restart)));
}

std::vector<models::CallTiming> StartPair::timings(Before before) const
{
    models::TraceModel &trace = m_findings.trace();
    trace.drainNow();
    if (hasEarlier() || before == Before::ThatStart) {
        const auto other = recordOf(m_other, models::startTimes);
        const auto after = recordOf(&m_restart, models::startTimes);
        return after ? models::callTimings(other.get(), *after) : std::vector<models::CallTiming>();
    }
    const models::StartSpan span = spanOf(m_restart);
    return models::callTimings(trace.store(), trace.snapshot(),
        trace.rowCount() > 0 ? trace.number(0) : 1, m_server, span.begin, span.end);
}

std::optional<std::vector<models::FindingChange>> StartPair::findings() const
{
    if (!m_other || !m_restart.snapshot)
        return std::nullopt;
    if (hasEarlier()) {
        const auto before = recordOf(m_other, models::startRecord);
        const auto after = recordOf(&m_restart, models::startRecord);
        return before && after ? models::findingChanges(*before, *after) : std::nullopt;
    }
    // What is not checked yet would seem to be gone; it is compared when it is checked.
    if (m_findings.behind() > 0)
        return std::nullopt;
    return models::findingChanges(m_findings, m_server, spanOf(*m_other), spanOf(m_restart));
}

} // namespace sonde::widgets
