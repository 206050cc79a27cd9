// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "changes/difference.h"
#include "findings/engine/listedfinding.h"
#include "trace/record/record.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <cstdint>
#include <vector>

namespace sonde::cli {

// What came of one test: a call of a test file, or a request of a recording.
struct TestResult {
    enum class Verdict : std::uint8_t {
        Passed,
        Failed,
        Updated, // its file expects now what came
        NotRun, // the server was not connected, or no longer
    };
    QString suite; // its file
    QString name;
    Verdict verdict = Verdict::Passed;
    QStringList sentences{}; // what is wrong, or was before it was updated
    std::vector<changes::Difference> differences{}; // from what was expected
    std::vector<findings::ListedFinding> findings{}; // that make it fail
    std::chrono::nanoseconds took{-1}; // negative: not known
    // The records from its request to its response; 0: none are known.
    trace::Number first = 0;
    trace::Number last = 0;

    bool isWrong() const { return verdict == Verdict::Failed || verdict == Verdict::NotRun; }
};
using TestResults = std::vector<TestResult>;

std::size_t countOf(const TestResults &results, TestResult::Verdict verdict);
// "passed", "failed", "updated", "not-run": a name for data, never translated.
std::string_view verdictName(TestResult::Verdict verdict);

} // namespace sonde::cli
