// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/changes/restart.h"
#include "models/changes/startrecord.h"

#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace sonde::widgets {

// A start of a server and the one that it is compared with: what the trace tells about both, or
// what is kept of those whose trace is gone. It refers to all that it is made of.
class StartPair {
public:
    // `other`: nullptr without one.
    StartPair(models::FindingList &findings, const QString &server,
        const std::deque<models::Restart> &restarts, const models::Restart &restart,
        const models::Restart *other);

    enum class Before : std::uint8_t {
        AllCalls, // the last ones before the start, if the trace has them
        ThatStart, // those after the other start
    };
    std::vector<models::CallTiming> timings(Before before) const;
    // Nothing: they are not known, or not all messages are checked yet.
    std::optional<std::vector<models::FindingChange>> findings() const;

private:
    models::StartSpan spanOf(const models::Restart &restart) const;
    // What the trace tells about a start: all of it, or a part.
    using Look = models::StartRecord (*)(
        const models::FindingList &, const QString &, const models::StartSpan &);
    // Of an earlier run what is kept. nullptr: nothing is known of it any more.
    std::shared_ptr<const models::StartRecord> recordOf(
        const models::Restart *restart, Look look) const;
    bool hasEarlier() const { return m_restart.isEarlier || (m_other && m_other->isEarlier); }

    models::FindingList &m_findings;
    const QString &m_server;
    const std::deque<models::Restart> &m_restarts;
    const models::Restart &m_restart;
    const models::Restart *m_other;
};

} // namespace sonde::widgets
