// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/pastedserver.h"
#include "json/value.h"

namespace sonde::config {

// Whether it is a server.json of the registry, or one in a response of the registry's API.
bool isRegistryServer(const json::Value &root);
// One server for each of its packages and remotes; there may be none.
PastedServers readRegistryServer(const json::Value &root);

} // namespace sonde::config
