// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/check.h"

#include <optional>
#include <vector>

namespace sonde::doctor {

// What the results of all checks mean together.
struct Verdict {
    // The most probable cause. Empty: nothing is wrong here.
    std::optional<DoctorFinding> cause;
    // Without a cause: why it does not work in a host.
    std::optional<DoctorFinding> inHost;
    Check check = Check::Configuration; // that found the cause, here or in a host
    // Further failures and warnings, the most probable first; and what follows from the cause.
    std::vector<DoctorFinding> others;
    std::vector<DoctorFinding> consequences;
    bool isComplete = true; // false: checks were stopped, or have not run yet
    int passed = 0;
    int warnings = 0;
    int failed = 0;

    QString sentence() const; // one sentence
    QString whatToDo() const; // empty if nothing is wrong, in a host neither
    QString counts() const; // "13 passed, 1 warning, 1 failed"
};

// The cause of a failure may be what another check only warned of: a placeholder explains why the
// server ended. Without a failure, warnings are no cause. Failures that a start or a conversation
// shows follow from the cause; those that are seen in the settings and files are there besides.
Verdict verdictOf(const std::vector<CheckResult> &results);

} // namespace sonde::doctor
