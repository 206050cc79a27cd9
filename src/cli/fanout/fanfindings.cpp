// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/fanout/fanfindings.h"

#include "cli/trace/recordedfindings.h"
#include "findings/engine/checker.h"
#include "trace/recorder/recorder.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace sonde::cli {

using fanout::FanResult;
using fanout::FanResults;

void addFindings(trace::Recorder &recorder, FanResults &results)
{
    findings::Checker checker(recorder);
    const std::vector<trace::Record> records = recordsOf(recorder);
    checker.addAll(records);
    std::map<FanResult *, std::vector<findings::Finding>> found;
    for (findings::Finding &finding : checker.take()) {
        if (isOurs(finding) || finding.messages.empty())
            continue;
        const trace::Number message = finding.messages.front();
        if (message == 0 || message > records.size())
            continue;
        const rpc::StreamId stream = records[message - 1].stream;
        const auto result = std::find_if(results.begin(), results.end(),
            [stream](const FanResult &each) { return each.streams.contains(stream); });
        if (result != results.end())
            found[&*result].push_back(std::move(finding));
    }
    for (FanResult &result : results) {
        if (result.outcome != FanResult::Outcome::NotConnected)
            result.findings.emplace();
    }
    for (auto &[result, findings] : found)
        result->findings = listedOnce(std::move(findings));
}

} // namespace sonde::cli
