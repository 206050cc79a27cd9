// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/doctorfinding.h"
#include "doctor/base/offered.h"
#include "hosts/found/foundfiles.h"

#include <vector>

namespace sonde::doctor {

// What a host that has the server as that entry of that file does not take of what it offers: its
// transport, its era, the time that it takes to respond, the number of its tools, their names and
// schemas.
std::vector<DoctorFinding> judgeOffer(
    const hosts::FoundFile &file, const hosts::HostEntry &entry, const Offered &offered);

} // namespace sonde::doctor
