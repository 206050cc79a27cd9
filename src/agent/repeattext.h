// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "replay/replayreport.h"

#include <string>

namespace sonde::agent {

// The result of replay as a JSON object within a budget: only what is not the same.
std::string repeatResult(const replay::ReplayReport &report);

} // namespace sonde::agent
