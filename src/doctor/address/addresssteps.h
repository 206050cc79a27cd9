// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "doctor/base/doctorstep.h"

#include <chrono>
#include <vector>

namespace sonde::doctor {

// The steps for a server with a URL. `patience`: for each response.
std::vector<DoctorStep> addressSteps(
    const config::Profile &profile, std::chrono::milliseconds patience);

} // namespace sonde::doctor
