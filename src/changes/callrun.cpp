// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "changes/callrun.h"

#include "json/document.h"

#include <algorithm>
#include <string>
#include <utility>

namespace sonde::changes {

namespace {

using State = CallRun::State;

std::vector<Difference> resultDifferences(const Bytes &before, const Bytes &after)
{
    const auto earlier = json::Document::parse(expandedResult(before));
    const auto later = json::Document::parse(expandedResult(after));
    return differences(earlier.root(), later.root());
}

RunChange::Kind runKind(const CallRun *before, const CallRun &after)
{
    if (after.state == State::NotRun)
        return RunChange::Kind::NotRun;
    if (!before || before->state == State::NotRun)
        return RunChange::Kind::First;
    if (before->state == State::Returned && after.state != State::Returned)
        return RunChange::Kind::Worse;
    if (before->state != after.state)
        return RunChange::Kind::Different;
    if (after.state == State::Failed)
        return before->sentence == after.sentence ? RunChange::Kind::Same
                                                  : RunChange::Kind::Different;
    if (before->result.isEmpty() || after.result.isEmpty())
        return RunChange::Kind::Unknown;
    return RunChange::Kind::Same;
}

} // namespace

// 2025-11-25 server/tools: "For backwards compatibility, a tool that returns structured content
// SHOULD also return the serialized JSON in a TextContent block."
Bytes expandedResult(const Bytes &result)
{
    const auto document = json::Document::parse(result);
    if (!document.isValid())
        return result;
    const std::string_view whole = result.view();
    std::string out;
    std::size_t done = 0;
    for (const json::Value item : document.root()["content"]) {
        const json::Value text = item["text"];
        if (!text.isString())
            continue;
        const auto inner = json::Document::parse(text.text());
        if (!inner.isValid() || !inner.root().isContainer())
            continue;
        out += whole.substr(done, text.node().begin - done);
        out += inner.root().raw();
        done = text.node().end;
    }
    if (done == 0)
        return result;
    out += whole.substr(done);
    return Bytes::copyOf(out);
}

CallRun learnedFrom(CallRun run, const Bytes &secondResult)
{
    run.isLearned = true;
    if (!run.result.isEmpty() && !secondResult.isEmpty())
        run.places = learnedPlaces(resultDifferences(run.result, secondResult));
    return run;
}

RunChange compareRuns(const CallRun *before, const CallRun &after)
{
    RunChange change;
    change.kind = runKind(before, after);
    change.after = after;
    if (before)
        change.before = *before;
    if (!before || before->result.isEmpty() || after.result.isEmpty())
        return change;
    std::vector<VolatilePlace> places = after.places;
    for (const VolatilePlace &place : before->places) {
        if (std::find(places.begin(), places.end(), place) == places.end())
            places.push_back(place);
    }
    for (Difference &difference : resultDifferences(before->result, after.result)) {
        const VolatilePlace *place = explanation(difference, places);
        if (!place)
            change.differences.push_back(std::move(difference));
        else if (std::find(change.ignored.begin(), change.ignored.end(), *place)
            == change.ignored.end())
            change.ignored.push_back(*place);
    }
    if (change.kind == RunChange::Kind::Same && !change.differences.empty())
        change.kind = RunChange::Kind::Different;
    return change;
}

std::vector<RunChange> compareRuns(const CallRuns &before, const CallRuns &after)
{
    std::vector<RunChange> changes;
    changes.reserve(after.size());
    for (const CallRun &run : after) {
        const auto found = std::find_if(before.begin(), before.end(),
            [&](const CallRun &earlier) { return earlier.isSameCall(run); });
        changes.push_back(compareRuns(found == before.end() ? nullptr : &*found, run));
    }
    return changes;
}

} // namespace sonde::changes
