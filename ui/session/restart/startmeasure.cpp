// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/restart/startmeasure.h"

#include <memory>
#include <optional>
#include <utility>

namespace sonde::session {

using models::Restart;

bool StartMeasure::update(const QString &server, std::deque<Restart> &restarts) const
{
    bool isNew = false;
    std::optional<std::int64_t> end;
    int measured = 0;
    for (auto its = restarts.rbegin(); m_look && its != restarts.rend() && !its->isEarlier; ++its) {
        const std::optional<std::int64_t> next = std::exchange(end, its->at.steady);
        if (its->outcome != Restart::Outcome::Started || ++measured > kMeasuredStarts
            || its->isRecordFinal)
            continue;
        isNew = note(server, {its->at.steady, next}, *its) || isNew;
    }
    return isNew;
}

bool StartMeasure::note(
    const QString &server, const models::StartSpan &span, Restart &restart) const
{
    models::StartRecord record = m_look(server, span);
    restart.isRecordFinal = span.end && record.isChecked();
    if (restart.record)
        record.completeFrom(*restart.record);
    if (restart.record && *restart.record == record)
        return false;
    restart.record = std::make_shared<const models::StartRecord>(std::move(record));
    return true;
}

} // namespace sonde::session
