// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/checkoptions.h"
#include "cli/test/testresult.h"

namespace sonde::trace {
class Recorder;
}

namespace sonde::cli {

// The records of a suite.
struct SuiteSpan {
    QString suite;
    trace::Number first = 0;
    trace::Number last = 0;
};

// Adds what the server violated to the tests during which it did so: they fail, if `levels` say
// that such findings count. What it violated between them becomes a test of its own per suite.
void addFindings(const FindingLevels &levels, trace::Recorder &recorder,
    const std::vector<SuiteSpan> &suites, TestResults &results);

} // namespace sonde::cli
