// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/rulecoverage.h"

#include "findings/catalogue/catalogue.h"

#include <algorithm>

namespace sonde::findings {

RuleCoverage coverageOf(const std::set<const Requirement *> &tested, const RevisionSet &revisions,
    std::optional<Party> party)
{
    const auto concerns = [party](const Requirement &requirement) {
        return !party || requirement.party == *party || requirement.party == Party::Both;
    };
    RuleCoverage made;
    for (const Requirement &requirement : Catalogue::instance().all()) {
        const bool isHidden = requirement.observable == Observable::No
            || requirement.observable == Observable::Ui || requirement.basis == Basis::Practice;
        const bool holds = std::any_of(kRevisions.begin(), kRevisions.end(),
            [&](Revision each) { return revisions.has(each) && requirement.revisions.has(each); });
        if (isHidden || !holds || !concerns(requirement))
            continue;
        ++made.all;
        made.checked += tested.contains(&requirement) ? 1 : 0;
    }
    return made;
}

} // namespace sonde::findings
