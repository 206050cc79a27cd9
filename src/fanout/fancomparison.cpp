// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fanout/fancomparison.h"

#include "expect/expectation.h"
#include "mcp/message/revision.h"
#include "json/builder.h"
#include "json/document.h"

#include <algorithm>

namespace sonde::fanout {

namespace {

using changes::ChangeKind;
using changes::Difference;
using Outcome = FanResult::Outcome;
using Verdict = FanResult::Verdict;

json::Document comparedResponse(const FanResult &result)
{
    json::Builder response;
    response.beginObject();
    if (result.outcome == Outcome::Error)
        response.rawMember("error", result.value.view());
    else
        response.rawMember("result", expect::comparedResult(result.value).view());
    return json::Document::parse(response.endObject().take());
}

// 2026-07-28 schema: every result has a resultType, and one that may be cached says for how long.
// Earlier revisions have neither, and mean "complete".
bool isOfModernEra(const Difference &difference)
{
    if (difference.kind == ChangeKind::Changed)
        return false;
    const Bytes &value =
        difference.kind == ChangeKind::Added ? difference.after : difference.before;
    if (difference.pointer == u"/result/resultType")
        return value.view() == R"("complete")";
    return difference.pointer == u"/result/ttlMs" || difference.pointer == u"/result/cacheScope";
}

void compareWith(const FanResult &first, FanResult &result)
{
    const json::Document before = comparedResponse(first);
    const json::Document after = comparedResponse(result);
    result.differences = changes::differences(before.root(), after.root());
    result.hasMore = result.differences.size() >= changes::kMaxDifferences;
    if (mcp::eraOf(first.revision) != mcp::eraOf(result.revision))
        std::erase_if(result.differences, isOfModernEra);
    result.verdict = result.differences.empty() ? Verdict::Equal : Verdict::Different;
}

} // namespace

void compareResponses(FanResults &results)
{
    const auto first = std::find_if(
        results.begin(), results.end(), [](const FanResult &each) { return each.hasResponse(); });
    if (first == results.end())
        return;
    first->verdict = Verdict::First;
    for (auto result = first + 1; result != results.end(); ++result) {
        if (result->hasResponse())
            compareWith(*first, *result);
    }
}

bool areEqual(const FanResults &results)
{
    return std::all_of(results.begin(), results.end(), [](const FanResult &each) {
        return each.verdict == Verdict::First || each.verdict == Verdict::Equal;
    });
}

} // namespace sonde::fanout
