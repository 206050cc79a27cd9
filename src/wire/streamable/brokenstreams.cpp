// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/streamable/brokenstreams.h"

#include <algorithm>
#include <utility>

namespace sonde::wire {

bool BrokenStreams::keep(StreamExchange &exchange, Stamp now)
{
    const bool mayResume = !exchange.stateless && !exchange.abandoned && exchange.cursor.canResume()
        && !exchange.unusable.isResponse;
    const auto delay = mayResume ? exchange.cursor.nextDelay(now) : std::nullopt;
    if (delay)
        m_broken.push_back({std::move(exchange), deadlineAfter(now, *delay)});
    return delay.has_value();
}

std::vector<StreamExchange> BrokenStreams::takeDue(Stamp now)
{
    const auto due = std::stable_partition(m_broken.begin(), m_broken.end(),
        [now](const Broken &broken) { return broken.due > now.steady; });
    std::vector<StreamExchange> taken;
    for (auto it = due; it != m_broken.end(); ++it)
        taken.push_back(std::move(it->exchange));
    m_broken.erase(due, m_broken.end());
    return taken;
}

std::vector<StreamExchange> BrokenStreams::takeAll()
{
    std::vector<StreamExchange> taken;
    for (Broken &broken : std::exchange(m_broken, {}))
        taken.push_back(std::move(broken.exchange));
    return taken;
}

void BrokenStreams::forget(const rpc::Id &request)
{
    std::erase_if(
        m_broken, [&request](const Broken &broken) { return broken.exchange.id == request; });
}

std::int64_t BrokenStreams::nextDeadline() const
{
    std::int64_t next = HttpFlow::kNever;
    for (const Broken &broken : m_broken)
        next = std::min(next, broken.due);
    return next;
}

} // namespace sonde::wire
