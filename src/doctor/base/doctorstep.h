// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "base/result.h"
#include "doctor/base/check.h"

#include <QObject>

#include <functional>
#include <vector>

namespace sonde::doctor {

using StepResults = std::vector<CheckResult>;

// What is done for one check, or for several that one conversation gives. One of the two
// functions is set.
struct DoctorStep {
    std::vector<Check> checks;
    // May block; called on a thread of its own.
    std::function<CheckResult()> work{};
    // Called on the doctor's thread; see RequestHandle.
    std::function<RequestHandle(QObject *context, std::function<void(Result<StepResults>)> done)>
        begin{};
    // What looks at the results of `begin` more closely, if set. May block; called on a thread of
    // its own.
    std::function<StepResults(StepResults)> after{};
};

} // namespace sonde::doctor
