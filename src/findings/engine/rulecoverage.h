// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/catalogue/requirement.h"

#include <optional>
#include <set>

namespace sonde::findings {

// How many requirements the recording has put to the test, of those that can be observed at all in
// its revisions.
struct RuleCoverage {
    int checked = 0;
    int all = 0;
};

// Of the requirements of that party; without a party, of all.
RuleCoverage coverageOf(const std::set<const Requirement *> &tested, const RevisionSet &revisions,
    std::optional<Party> party);

} // namespace sonde::findings
