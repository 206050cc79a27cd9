// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/record/statistics.h"

#include "trace/record/iserror.h"

#include <algorithm>

namespace sonde::trace {

namespace {

// The smallest value that at least `percent` percent of the sorted values do not exceed.
std::int64_t percentile(const std::vector<std::int64_t> &sorted, int percent)
{
    if (sorted.empty())
        return 0;
    const auto rank = (sorted.size() * std::size_t(percent) + 99) / 100;
    return sorted[std::max<std::size_t>(rank, 1) - 1];
}

} // namespace

void Statistics::add(const Record &record, std::int64_t durationNs)
{
    m_errors += countsAsError(record) ? 1 : 0;
    if (record.method == 0 || record.kind == rpc::Kind::Lifecycle
        || record.kind == rpc::Kind::Exchange || record.kind == rpc::Kind::Event)
        return;
    const auto group = [this](const Key &key) -> Group * {
        const auto found = m_groups.find(key);
        if (found != m_groups.end())
            return &found->second;
        return m_groups.size() < kMaxRows ? &m_groups[key] : nullptr;
    };
    if (Group *whole = group({record.method, 0}))
        addTo(*whole, record, durationNs);
    if (record.target == 0 || record.kind == rpc::Kind::Notification)
        return;
    // A response's target may describe its result and match no request.
    const Key key{record.method, record.target};
    if (record.kind != rpc::Kind::Request && !m_groups.contains(key))
        return;
    if (Group *target = group(key))
        addTo(*target, record, durationNs);
}

void Statistics::addTo(Group &group, const Record &record, std::int64_t durationNs)
{
    group.bytes += record.length;
    group.errors += countsAsError(record) ? 1 : 0;
    const bool isResponse =
        record.kind == rpc::Kind::Response || record.kind == rpc::Kind::ErrorResponse;
    if (isResponse)
        return;
    ++group.count;
    if (durationNs >= 0)
        group.durations.push_back(durationNs);
}

StatisticsRow Statistics::rowOf(const Key &key, Group group) const
{
    std::sort(group.durations.begin(), group.durations.end());
    StatisticsRow row;
    row.method = m_store.string(key.first).toStdString();
    row.target = key.second == 0 ? std::string() : m_store.string(key.second).toStdString();
    row.count = group.count;
    row.answered = group.durations.size();
    row.errors = group.errors;
    row.bytes = group.bytes;
    row.p50Ns = percentile(group.durations, 50);
    row.p95Ns = percentile(group.durations, 95);
    row.p99Ns = percentile(group.durations, 99);
    row.maxNs = group.durations.empty() ? 0 : group.durations.back();
    return row;
}

std::vector<StatisticsRow> Statistics::rows(const std::stop_token &stop) const
{
    std::map<std::uint32_t, std::uint64_t> counts; // by method
    for (const auto &[key, group] : m_groups) {
        if (key.second == 0)
            counts[key.first] = group.count;
    }
    std::vector<const std::pair<const Key, Group> *> order;
    for (const auto &each : m_groups)
        order.push_back(&each);
    std::sort(order.begin(), order.end(), [&](const auto *a, const auto *b) {
        if (a->first.first != b->first.first) {
            const auto left = counts[a->first.first];
            const auto right = counts[b->first.first];
            return left != right ? left > right : a->first.first < b->first.first;
        }
        const bool aIsWhole = a->first.second == 0;
        const bool bIsWhole = b->first.second == 0;
        if (aIsWhole != bIsWhole)
            return aIsWhole;
        return a->second.count != b->second.count ? a->second.count > b->second.count
                                                  : a->first.second < b->first.second;
    });
    std::vector<StatisticsRow> rows;
    rows.reserve(order.size());
    for (const auto *each : order) {
        if (stop.stop_requested())
            break;
        rows.push_back(rowOf(each->first, each->second));
    }
    return rows;
}

} // namespace sonde::trace
