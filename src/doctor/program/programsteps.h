// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "doctor/base/step.h"
#include "doctor/program/machine.h"
#include "doctor/program/programtrial.h"

#include <memory>
#include <vector>

namespace sonde::doctor {

// The steps for a server that is started.
std::vector<Step> programSteps(const config::Profile &profile, const TrialLimits &limits,
    const std::shared_ptr<const Machine> &machine);

} // namespace sonde::doctor
