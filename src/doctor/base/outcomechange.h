// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/check.h"

#include <QString>

#include <vector>

namespace sonde::doctor {

// A check that has another outcome than in the run before.
struct OutcomeChange {
    Check check = Check::Configuration;
    Outcome before = Outcome::Waiting;
    Outcome after = Outcome::Waiting;
};

// What changed from one run of the doctor to the next: checks that passed, warned or failed in both
// and not alike. One that could not run in one of them, or is not over, says nothing.
std::vector<OutcomeChange> outcomeChanges(
    const std::vector<CheckResult> &before, const std::vector<CheckResult> &after);

// "Since the last run: now fails: Shutdown; now passes: Program.", or that nothing changed.
QString changesSentence(const std::vector<OutcomeChange> &changes);

} // namespace sonde::doctor
