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

constexpr QLatin1String kResultType("/result/resultType");

bool isOfModernEra(const Difference &difference)
{
    if (difference.kind == ChangeKind::Changed || !isOnlyOfModernEra(difference.pointer))
        return false;
    const Bytes &value =
        difference.kind == ChangeKind::Added ? difference.after : difference.before;
    return difference.pointer != kResultType || value.view() == R"("complete")";
}

void compareWith(const FanResult &first, FanResult &result)
{
    const json::Document before = comparedResponse(first);
    const json::Document after = comparedResponse(result);
    result.differences = changes::differences(before.root(), after.root());
    result.hasMore = result.differences.size() >= changes::kMaxDifferences;
    if (isOfOtherEra(first, result))
        std::erase_if(result.differences, isOfModernEra);
    result.verdict = result.differences.empty() ? Verdict::Equal : Verdict::Different;
}

} // namespace

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

bool isOfOtherEra(const FanResult &first, const FanResult &result)
{
    return mcp::eraOf(first.revision) != mcp::eraOf(result.revision);
}

bool isOnlyOfModernEra(const QString &pointer)
{
    return pointer == kResultType || pointer == u"/result/ttlMs"
        || pointer == u"/result/cacheScope";
}

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
