// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/test/testresult.h"

#include <algorithm>

namespace sonde::cli {

std::size_t countOf(const TestResults &results, TestResult::Verdict verdict)
{
    return std::size_t(std::count_if(results.begin(), results.end(),
        [verdict](const TestResult &result) { return result.verdict == verdict; }));
}

std::string_view verdictName(TestResult::Verdict verdict)
{
    switch (verdict) {
    case TestResult::Verdict::Passed:
        return "passed";
    case TestResult::Verdict::Failed:
        return "failed";
    case TestResult::Verdict::Updated:
        return "updated";
    case TestResult::Verdict::NotRun:
        break;
    }
    return "not-run";
}

} // namespace sonde::cli
