// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/changes/calltimings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace sonde::models {

namespace {

struct Runs {
    std::vector<std::int64_t> before; // the last ones, the newest first
    std::vector<std::int64_t> after; // the newest first
};

// Whether requests of the method are told apart by the tool, resource or prompt.
bool namesItsTarget(const trace::Store &store, std::uint32_t method)
{
    const QString name = store.string(method);
    return name == u"tools/call" || name == u"resources/read" || name == u"prompts/get";
}

std::optional<std::chrono::nanoseconds> medianOf(std::vector<std::int64_t> times)
{
    if (times.empty())
        return std::nullopt;
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return std::chrono::nanoseconds(*middle);
}

} // namespace

std::optional<int> CallTiming::percent() const
{
    if (!before || !after || before->count() <= 0)
        return std::nullopt;
    const auto change = std::lround(
        100.0 * static_cast<double>(after->count() - before->count()) / double(before->count()));
    return std::abs(change) <= kSameBand ? std::nullopt : std::optional<int>(int(change));
}

std::vector<CallTiming> callTimings(const trace::Store &store, const trace::RecordSnapshot &records,
    trace::Number first, const QString &server, std::int64_t at, std::optional<std::int64_t> until)
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, Runs> runs;
    std::map<rpc::StreamId, bool> isOfServer;
    std::map<std::uint32_t, bool> hasTarget; // by method
    const std::size_t end = records.size();
    const std::size_t begin = end > kMaxTimedRecords ? end - kMaxTimedRecords : 0;
    for (std::size_t i = end; i > begin; --i) {
        const trace::Record &response = records[i - 1];
        if (response.kind != rpc::Kind::Response || response.channel != rpc::Channel::Received
            || response.pair < first || response.pair - first >= records.size())
            continue;
        const trace::Record &request = records[response.pair - first];
        if (until && request.steadyNs >= *until)
            continue;
        auto known = isOfServer.find(response.stream);
        if (known == isOfServer.end())
            known =
                isOfServer.emplace(response.stream, store.stream(response.stream).server == server)
                    .first;
        auto names = hasTarget.find(request.method);
        if (names == hasTarget.end())
            names = hasTarget.emplace(request.method, namesItsTarget(store, request.method)).first;
        const std::pair key(request.method, names->second ? request.target : 0U);
        if (!known->second || (runs.size() >= kMaxTimings && !runs.contains(key)))
            continue;
        Runs &its = runs[key];
        const std::int64_t took = response.steadyNs - request.steadyNs;
        if (response.steadyNs >= at)
            its.after.push_back(took);
        else if (its.before.size() < kTimedRuns)
            its.before.push_back(took);
    }
    std::vector<CallTiming> timings;
    for (auto &[key, its] : runs) {
        if (its.after.size() > kTimedRuns) // the first ones are at the end
            its.after.erase(its.after.begin(), its.after.end() - std::ptrdiff_t(kTimedRuns));
        const QString target = store.string(key.second);
        timings.push_back({target.isEmpty() ? store.string(key.first) : target,
            medianOf(its.before), medianOf(its.after)});
    }
    std::stable_sort(timings.begin(), timings.end(),
        [](const CallTiming &a, const CallTiming &b) { return a.name < b.name; });
    return timings;
}

} // namespace sonde::models
