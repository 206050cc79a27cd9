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

// Whether both start the same command with the same settings, and differ at most in what restarts
// it by itself. False for a server with a URL.
bool differsOnlyInWatch(const Profile &a, const Profile &b);

} // namespace sonde::config
