// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "doctor/address/addressfacts.h"
#include "doctor/base/doctorfinding.h"

#include <vector>

namespace sonde::doctor {

std::vector<DoctorFinding> judgeRedirect(const AddressFacts &facts);
// A response that is no success, at an address where nothing else was found.
std::vector<DoctorFinding> judgeRefusal(const AddressFacts &facts);
// An MCP server was found at another address, or with another transport.
std::vector<DoctorFinding> judgeOther(
    const AddressFacts &facts, const AddressFacts::Other &other, const config::Profile &profile);
// Of a response that has a message.
std::vector<DoctorFinding> judgeMedia(const AddressFacts &facts);

// "404 Not Found: the beginning of the body"
QString statusAndWords(const Fetched &fetched);

} // namespace sonde::doctor
