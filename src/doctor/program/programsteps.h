// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "doctor/base/doctorstep.h"
#include "doctor/base/offered.h"
#include "doctor/program/machine.h"
#include "doctor/program/programtrial.h"

#include <memory>
#include <vector>

namespace sonde::doctor {

// The steps for a server that is started; `offered` gets what the server offers.
std::vector<DoctorStep> programSteps(const config::Profile &profile, const TrialLimits &limits,
    const std::shared_ptr<const Machine> &machine, const std::shared_ptr<Offered> &offered);

} // namespace sonde::doctor
