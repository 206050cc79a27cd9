// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "doctor/base/doctorstep.h"
#include "doctor/base/offered.h"
#include "doctor/program/machine.h"

#include <chrono>
#include <memory>
#include <vector>

namespace sonde::doctor {

// The steps for a server with a URL; `offered` gets how it responded. `patience`: for each
// response.
std::vector<DoctorStep> addressSteps(const config::Profile &profile,
    std::chrono::milliseconds patience, const std::shared_ptr<const Machine> &machine,
    const std::shared_ptr<Offered> &offered);

} // namespace sonde::doctor
