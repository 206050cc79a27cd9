// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/earlyfindings.h"

#include <optional>
#include <utility>

namespace sonde::findings {

namespace {

bool isModern(const Connection &connection)
{
    return connection.servesModern && connection.initialize == 0;
}

std::optional<Revision> agreedOn(const Connection &connection)
{
    return isModern(connection) ? std::optional(kFirstModern) : connection.negotiated;
}

} // namespace

bool EarlyFindings::isDecided(const Connection &connection) const
{
    return agreedOn(connection) || connection.initializeResult != 0 || m_messages > kMaxMessages
        || m_kept.size() > kMaxKept;
}

bool EarlyFindings::isAwaited(const Connection &connection) const
{
    if (isDecided(connection))
        return false;
    if (connection.initialize != 0)
        return connection.sent.open(connection.initializeId) != nullptr;
    // After a probe, whatever its response is, `initialize` may follow. The client of a process
    // that has just been started has not spoken yet.
    return connection.probe != 0 || (connection.hasBeginning && connection.firstSent == 0);
}

std::vector<Finding> EarlyFindings::close(const Connection &connection)
{
    const auto agreed = agreedOn(connection);
    std::vector<Finding> counted;
    for (Kept &each : std::exchange(m_kept, {})) {
        if (each.finding.revision == agreed.value_or(each.assumed))
            counted.push_back(std::move(each.finding));
    }
    m_isOpen = false;
    return counted;
}

} // namespace sonde::findings
