// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/profile.h"
#include "json/value.h"

#include <string>

namespace sonde::config {

// Convert one profile to and from a JSON object of servers.json. Profile::unknown keeps unknown
// members. The error (Domain::Config) says which member is invalid.
Result<Profile> profileFromJson(const json::Value &object);
std::string profileToJson(const Profile &profile);

} // namespace sonde::config
