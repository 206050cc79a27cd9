// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/record/heldtimes.h"

#include "rpc/lifecycle.h"
#include "trace/record/store.h"

#include <algorithm>
#include <array>

namespace sonde::trace {

std::int64_t heldNs(const Record &message, const Record &event, const QString &name)
{
    // They are recorded when the message, or what replaces it, is written.
    static constexpr std::array kWentOn{rpc::lifecycle::kMessageReleased,
        rpc::lifecycle::kMessageChanged, rpc::lifecycle::kMessageBroken,
        rpc::lifecycle::kBreakpointFailed};
    const bool hasGone = std::any_of(kWentOn.begin(), kWentOn.end(),
        [&name](const char *one) { return name == QLatin1String(one); });
    return hasGone ? std::max<std::int64_t>(event.steadyNs - message.steadyNs, 0) : 0;
}

HeldTimes::HeldTimes(const RecordSnapshot &records, Number first, const Store &store)
{
    for (std::size_t i = 0; i < records.size(); ++i) {
        const Record &event = records[i];
        if (event.kind != rpc::Kind::Lifecycle || event.pair < first
            || event.pair - first >= records.size())
            continue;
        const std::int64_t ns =
            heldNs(records[event.pair - first], event, store.string(event.method));
        if (ns > 0)
            m_ns[event.pair] = ns;
    }
}

std::int64_t HeldTimes::of(Number message) const
{
    const auto found = m_ns.find(message);
    return found == m_ns.end() ? 0 : found->second;
}

} // namespace sonde::trace
