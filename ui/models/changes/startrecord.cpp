// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/changes/startrecord.h"

#include <algorithm>
#include <map>
#include <set>

namespace sonde::models {

namespace {

std::vector<StartRecord::Timing> timingsIn(const FindingList &list,
    const trace::RecordSnapshot &records, const QString &server, const StartSpan &span)
{
    std::vector<StartRecord::Timing> timings;
    for (const CallTiming &timing : callTimings(
             list.trace().store(), records, list.trace().number(0), server, span.begin, span.end)) {
        if (timing.after)
            timings.push_back({timing.name, *timing.after});
    }
    return timings;
}

// More than kMaxFindings when there are.
std::vector<StartRecord::Found> foundIn(const FindingList &list,
    const trace::RecordSnapshot &records, const QString &server, const StartSpan &span)
{
    std::map<findings::Identity, StartRecord::Found> found;
    const trace::Number first = list.trace().number(0);
    for (std::size_t i = 0; i < list.size() && found.size() <= StartRecord::kMaxFindings; ++i) {
        const findings::Finding &finding = list.at(i);
        const trace::Number number = finding.messages.empty() ? 0 : finding.messages.front();
        if (number < first || number - first >= records.size() || list.isAccepted(i)
            || list.serverOf(finding) != server || !span.contains(records[number - first].steadyNs))
            continue;
        const findings::Identity identity = list.identityOf(finding);
        found.emplace(identity, StartRecord::Found{identity, finding.level, finding.sentence});
    }
    std::vector<StartRecord::Found> ordered;
    ordered.reserve(found.size());
    for (const auto &[identity, each] : found)
        ordered.push_back(each);
    return ordered;
}

std::vector<StartRecord::Exchanged> exchangedIn(const FindingList &list,
    const trace::RecordSnapshot &records, const QString &server, const StartSpan &span)
{
    const trace::Store &store = list.trace().store();
    std::set<std::pair<std::uint32_t, std::uint32_t>> kinds;
    std::map<rpc::StreamId, bool> isOfServer;
    const std::size_t end = records.size();
    for (std::size_t i = end; i > (end > kMaxSpanRecords ? end - kMaxSpanRecords : 0); --i) {
        const trace::Record &record = records[i - 1];
        // Not the first one before the span is the end: those of a tap come later than they were.
        if (!span.contains(record.steadyNs))
            continue;
        auto known = isOfServer.find(record.stream);
        if (known == isOfServer.end())
            known = isOfServer.emplace(record.stream, store.stream(record.stream).server == server)
                        .first;
        if (known->second && kinds.size() < StartRecord::kMaxExchanged)
            kinds.emplace(record.method, record.target);
    }
    std::vector<StartRecord::Exchanged> exchanged;
    exchanged.reserve(kinds.size());
    for (const auto &[method, target] : kinds)
        exchanged.emplace_back(store.string(method), store.string(target));
    std::sort(exchanged.begin(), exchanged.end());
    return exchanged;
}

} // namespace

void StartRecord::completeFrom(const StartRecord &earlier)
{
    const bool isCleared = timings.empty() && !earlier.timings.empty();
    if (isCleared)
        timings = earlier.timings;
    if (earlier.isChecked() && (isCleared || !isChecked())) {
        hasFindings = earlier.hasFindings;
        hasTooMany = earlier.hasTooMany;
        findings = earlier.findings;
        exchanged = earlier.exchanged;
    }
}

StartRecord startRecord(const FindingList &list, const QString &server, const StartSpan &span)
{
    StartRecord record;
    if (list.trace().rowCount() == 0)
        return record;
    const trace::RecordSnapshot records = list.trace().snapshot();
    record.timings = timingsIn(list, records, server, span);
    if (list.behind() > 0)
        return record;
    record.findings = foundIn(list, records, server, span);
    record.hasTooMany = record.findings.size() > StartRecord::kMaxFindings;
    record.hasFindings = !record.hasTooMany;
    if (record.hasTooMany) {
        // With some of them left out, a comparison would call these new or gone.
        record.findings.clear();
        return record;
    }
    record.exchanged = exchangedIn(list, records, server, span);
    return record;
}

StartRecord startTimes(const FindingList &list, const QString &server, const StartSpan &span)
{
    StartRecord record;
    if (list.trace().rowCount() > 0)
        record.timings = timingsIn(list, list.trace().snapshot(), server, span);
    return record;
}

std::vector<CallTiming> callTimings(const StartRecord *before, const StartRecord &after)
{
    std::map<QString, CallTiming> timings;
    for (const StartRecord::Timing &timing : after.timings)
        timings[timing.name] = {timing.name, {}, timing.median};
    if (before) {
        for (const StartRecord::Timing &timing : before->timings) {
            timings[timing.name].name = timing.name;
            timings[timing.name].before = timing.median;
        }
    }
    std::vector<CallTiming> ordered;
    ordered.reserve(timings.size());
    for (const auto &[name, timing] : timings)
        ordered.push_back(timing);
    return ordered;
}

std::optional<std::vector<FindingChange>> findingChanges(
    const StartRecord &before, const StartRecord &after)
{
    if (!before.hasFindings || !after.hasFindings)
        return std::nullopt;
    const auto isIn = [](const StartRecord &record, const findings::Identity &identity) {
        return std::any_of(record.findings.begin(), record.findings.end(),
            [&](const StartRecord::Found &found) { return found.identity == identity; });
    };
    std::vector<FindingChange> changes;
    for (const StartRecord::Found &found : after.findings) {
        if (!isIn(before, found.identity))
            changes.push_back({true, found.level, found.sentence});
    }
    for (const StartRecord::Found &found : before.findings) {
        const StartRecord::Exchanged kind(found.identity.method, found.identity.target);
        if (!isIn(after, found.identity)
            && std::find(after.exchanged.begin(), after.exchanged.end(), kind)
                != after.exchanged.end())
            changes.push_back({false, found.level, found.sentence});
    }
    return changes;
}

} // namespace sonde::models
