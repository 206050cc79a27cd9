// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "doctor/base/check.h"
#include "doctor/program/trialfacts.h"

#include <vector>

namespace sonde::doctor {

// The results of the checks from Start to Shutdown, from one run of the server.
std::vector<CheckResult> judgeTrial(const TrialFacts &facts, const config::Profile &profile);

} // namespace sonde::doctor
