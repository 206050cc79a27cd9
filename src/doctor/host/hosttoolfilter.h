// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/doctorfinding.h"
#include "doctor/base/offered.h"
#include "hosts/found/foundfiles.h"

#include <vector>

namespace sonde::doctor {

// What the lists of tools in the entry of a host make of the tools that the server offers.
std::vector<DoctorFinding> judgeToolFilter(
    const hosts::FoundFile &file, const hosts::HostEntry &entry, const Offered &offered);

} // namespace sonde::doctor
