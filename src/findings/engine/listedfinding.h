// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"

#include <vector>

namespace sonde::findings {

// A finding, and the other messages of which the same is to be said: a list is asked for more than
// once, and who is wrong once is wrong again.
struct ListedFinding : Finding {
    std::vector<trace::Number> alsoIn;
};

// Each finding once, in their order.
std::vector<ListedFinding> listedOnce(std::vector<Finding> findings);

} // namespace sonde::findings
