// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/doctorfinding.h"
#include "doctor/program/machine.h"
#include "hosts/found/foundfiles.h"

#include <vector>

namespace sonde::doctor {

// Variables in the entry of a server that its host passes on as text: written as other hosts write
// them, or not set. A program gets the text, and most report it as a wrong key.
std::vector<DoctorFinding> judgeVariables(
    const hosts::FoundFile &file, const hosts::HostEntry &entry, const Machine &machine);

} // namespace sonde::doctor
