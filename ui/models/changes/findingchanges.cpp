// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/changes/findingchanges.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace sonde::models {

namespace {

using MessageKind = std::pair<std::uint32_t, std::uint32_t>; // method and target

using FoundOnce = std::map<findings::Identity, const findings::Finding *>;

struct SpanFindings {
    FoundOnce before;
    FoundOnce after;
};

SpanFindings findingsIn(const FindingList &list, const trace::RecordSnapshot &records,
    const QString &server, const StartSpan &before, const StartSpan &after)
{
    SpanFindings found;
    const trace::Number first = list.trace().number(0);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const findings::Finding &finding = list.at(i);
        const trace::Number number = finding.messages.empty() ? 0 : finding.messages.front();
        if (number < first || number - first >= records.size() || list.isAccepted(i)
            || list.serverOf(finding) != server)
            continue;
        const std::int64_t at = records[number - first].steadyNs;
        if (after.contains(at))
            found.after.emplace(list.identityOf(finding), &finding);
        else if (before.contains(at))
            found.before.emplace(list.identityOf(finding), &finding);
    }
    return found;
}

std::set<MessageKind> exchangedIn(const FindingList &list, const trace::RecordSnapshot &records,
    const QString &server, const StartSpan &span)
{
    std::set<MessageKind> kinds;
    std::map<rpc::StreamId, bool> isOfServer;
    const std::size_t end = records.size();
    for (std::size_t i = end; i > (end > kMaxSpanRecords ? end - kMaxSpanRecords : 0); --i) {
        const trace::Record &record = records[i - 1];
        if (!span.contains(record.steadyNs))
            continue;
        auto known = isOfServer.find(record.stream);
        if (known == isOfServer.end())
            known = isOfServer
                        .emplace(record.stream,
                            list.trace().store().stream(record.stream).server == server)
                        .first;
        if (known->second)
            kinds.emplace(record.method, record.target);
    }
    return kinds;
}

} // namespace

std::vector<FindingChange> findingChanges(
    const FindingList &list, const QString &server, const StartSpan &before, const StartSpan &after)
{
    std::vector<FindingChange> changes;
    if (list.trace().rowCount() == 0)
        return changes;
    const trace::RecordSnapshot records = list.trace().snapshot();
    const SpanFindings found = findingsIn(list, records, server, before, after);
    const auto add = [&changes](bool isNew, const findings::Finding &finding) {
        if (changes.size() < kMaxFindingChanges)
            changes.push_back({isNew, finding.level, finding.sentence});
    };
    for (const auto &[identity, finding] : found.after) {
        if (!found.before.contains(identity))
            add(true, *finding);
    }
    const std::set<MessageKind> again = exchangedIn(list, records, server, after);
    for (const auto &[identity, finding] : found.before) {
        if (!found.after.contains(identity)
            && again.contains({finding->about.method, finding->about.target}))
            add(false, *finding);
    }
    return changes;
}

} // namespace sonde::models
