// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "doctor/address/addressfacts.h"
#include "doctor/base/check.h"

#include <vector>

namespace sonde::doctor {

// The results of the checks from Certificate to Clock, from one conversation with the server.
std::vector<CheckResult> judgeResponses(const AddressFacts &facts, const config::Profile &profile);

} // namespace sonde::doctor
