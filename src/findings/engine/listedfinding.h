// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"

#include <vector>

namespace sonde::findings {

// A finding, and the other messages that have it: a server that is asked for a list again repeats
// what is wrong in it.
struct ListedFinding : Finding {
    std::vector<trace::Number> alsoIn;
};

// Each finding once, in their order.
std::vector<ListedFinding> listedOnce(std::vector<Finding> findings);

} // namespace sonde::findings
