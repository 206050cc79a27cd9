// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/doctorfinding.h"
#include "doctor/host/serverinhosts.h"

#include <vector>

namespace sonde::doctor {

// What keeps a host from starting a server that is in its file, and is written elsewhere: the user
// has not approved it, has disabled it, or does not trust the folder. Reads files; on any thread.
std::vector<DoctorFinding> judgeApproval(
    const ServerInHosts &server, const ServerInHosts::Place &place);

} // namespace sonde::doctor
