// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/address/addressfacts.h"
#include "doctor/base/doctorfinding.h"

#include <vector>

namespace sonde::doctor {

// What the metadata of a server that demands authorization lack (RFC 9728, RFC 8414, 2025-11-25
// basic/authorization); empty if there was no response.
std::vector<DoctorFinding> judgeAuthorization(const AddressFacts &facts);

} // namespace sonde::doctor
