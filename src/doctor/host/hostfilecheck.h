// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/check.h"
#include "doctor/base/doctorstep.h"
#include "doctor/base/offered.h"
#include "doctor/program/machine.h"

#include "config/profile.h"

#include <memory>

namespace sonde::doctor {

// What the hosts of this machine make of the server: whether they read the file that it is in, and
// start it as it is there.
CheckResult checkHostFiles(
    const config::Profile &profile, const Machine &machine, const Offered &offered);

// checkHostFiles() as a step, after those that find out what the server offers.
DoctorStep hostFileStep(const config::Profile &profile,
    const std::shared_ptr<const Machine> &machine, const std::shared_ptr<const Offered> &offered);

} // namespace sonde::doctor
