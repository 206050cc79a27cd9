// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "accept/hostview.h"

#include <string>
#include <vector>

namespace sonde::cli {

// What hosts make of the tools, as one JSON object on one line.
std::string hostsJson(const accept::JudgedOffer &offer, const std::vector<accept::HostView> &views);

} // namespace sonde::cli
