// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/restart/startresults.h"

#include "platform/processinfo.h"

#include <algorithm>
#include <set>
#include <utility>

namespace sonde::session {

using models::Restart;

std::uint64_t residentBytes(qint64 pid)
{
    if (pid <= 0)
        return 0;
    std::uint64_t bytes = 0;
    for (const platform::ProcessInfo &process : platform::readProcessTree(
             platform::kProcessRoot, static_cast<pid_t>(pid), platform::TreeSearch::Children)
                                                    .processes)
        bytes += process.residentBytes;
    return bytes;
}

Restart withRuns(Restart restart, qint64 pid, const changes::CallRuns &before,
    const changes::CallRuns &after, const std::vector<Bytes> &seconds)
{
    changes::CallRuns runs;
    for (std::size_t i = 0; i < after.size(); ++i) {
        changes::CallRun run = after[i];
        const auto last = std::find_if(before.begin(), before.end(),
            [&run](const changes::CallRun &other) { return other.isSameCall(run); });
        if (i < seconds.size() && !seconds[i].isEmpty()) {
            run = changes::learnedFrom(std::move(run), seconds[i]);
        } else if (last != before.end()) {
            run.places = last->places;
            run.isLearned = last->isLearned;
        }
        if (last != before.end() && run.result == last->result)
            run.result = last->result;
        runs.push_back(std::move(run));
    }
    restart.memoryAfterCalls = residentBytes(pid);
    restart.results =
        std::make_shared<const std::vector<changes::RunChange>>(changes::compareRuns(before, runs));
    restart.runs = std::make_shared<const changes::CallRuns>(std::move(runs));
    return restart;
}

void dropOldResults(std::deque<Restart> &restarts, std::size_t most)
{
    std::size_t bytes = 0;
    std::set<const char *> known;
    for (auto restart = restarts.rbegin(); restart != restarts.rend(); ++restart) {
        if (!restart->runs)
            continue;
        for (const changes::CallRun &run : *restart->runs) {
            if (known.insert(run.result.view().data()).second)
                bytes += run.result.size();
        }
        if (bytes <= most || restart->isReference)
            continue;
        auto runs = std::make_shared<changes::CallRuns>(*restart->runs);
        for (changes::CallRun &run : *runs)
            run.result = {};
        restart->runs = std::move(runs);
        restart->results.reset();
    }
}

} // namespace sonde::session
