// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/doctorfinding.h"
#include "hosts/found/foundfiles.h"

#include <vector>

namespace sonde::doctor {

// What the entry of a server says that the system of its host cannot do, as far as the file alone
// shows it: scripts, arguments and paths of Windows, and the border of WSL.
std::vector<DoctorFinding> judgeSystem(
    const hosts::FoundFile &file, const hosts::HostEntry &entry, hosts::System system);

} // namespace sonde::doctor
