// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/test/testfindings.h"

#include "cli/output/clitr.h"
#include "cli/trace/recordedfindings.h"
#include "findings/engine/checker.h"
#include "trace/recorder/recorder.h"

#include <algorithm>
#include <map>
#include <utility>

namespace sonde::cli {

namespace {

using findings::Finding;

bool counts(const Finding &finding, const FindingLevels &levels)
{
    return !isOurs(finding) && levels.failing && finding.level >= *levels.failing
        && levels.rules.has(finding.requirement->id);
}

// The test during which the last of the messages was recorded.
TestResult *testOf(const Finding &finding, TestResults &results)
{
    for (auto message = finding.messages.rbegin(); message != finding.messages.rend(); ++message) {
        const auto found = std::find_if(results.begin(), results.end(),
            [&](const TestResult &one) { return *message >= one.first && *message <= one.last; });
        if (found != results.end())
            return &*found;
    }
    return nullptr;
}

// nullptr: in none, but in a run that was not judged.
const SuiteSpan *suiteOf(const Finding &finding, const std::vector<SuiteSpan> &suites)
{
    const trace::Number message = finding.messages.empty() ? 0 : finding.messages.back();
    const auto found = std::find_if(suites.begin(), suites.end(),
        [message](const auto &suite) { return message >= suite.first && message <= suite.last; });
    return found == suites.end() ? nullptr : &*found;
}

} // namespace

void addFindings(const FindingLevels &levels, trace::Recorder &recorder,
    const std::vector<SuiteSpan> &suites, TestResults &results)
{
    if (suites.empty() || !levels.failing)
        return;
    findings::Checker checker(recorder);
    checker.addAll(recordsOf(recorder));
    std::map<TestResult *, std::vector<Finding>> ofTests;
    std::map<QString, std::vector<Finding>> between;
    for (Finding &finding : checker.take()) {
        if (!counts(finding, levels))
            continue;
        if (TestResult *const test = testOf(finding, results))
            ofTests[test].push_back(std::move(finding));
        else if (const SuiteSpan *const suite = suiteOf(finding, suites))
            between[suite->suite].push_back(std::move(finding));
    }
    for (auto &[test, found] : ofTests) {
        test->findings = listedOnce(std::move(found));
        if (test->verdict == TestResult::Verdict::Passed)
            test->verdict = TestResult::Verdict::Failed;
    }
    for (auto &[suite, found] : between) {
        TestResult result{suite, Text::tr("between the tests"), TestResult::Verdict::Failed};
        result.findings = listedOnce(std::move(found));
        const auto last = std::find_if(results.rbegin(), results.rend(),
            [&suite = suite](const TestResult &one) { return one.suite == suite; });
        results.insert(last.base(), std::move(result)); // behind its suite
    }
}

} // namespace sonde::cli
