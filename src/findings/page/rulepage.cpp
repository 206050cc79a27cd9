// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/page/rulepage.h"

#include "findings/catalogue/catalogue.h"
#include "findings/engine/dispatch.h"

#include <algorithm>
#include <set>

namespace sonde::findings {

const std::vector<const Requirement *> &checkedRequirements()
{
    static const std::vector<const Requirement *> checked = [] {
        std::set<const Requirement *> known;
        for (const BoundRule &bound : boundRules())
            known.insert(bound.requirement);
        std::vector<const Requirement *> made(known.begin(), known.end());
        std::sort(made.begin(), made.end(),
            [](const Requirement *a, const Requirement *b) { return a->id < b->id; });
        return made;
    }();
    return checked;
}

const Requirement *findChecked(std::string_view id)
{
    const auto &checked = checkedRequirements();
    const auto found = std::find_if(checked.begin(), checked.end(),
        [id](const Requirement *requirement) { return requirement->id == id; });
    return found == checked.end() ? nullptr : *found;
}

QStringList checkedAreas()
{
    QStringList areas;
    for (const Requirement *requirement : checkedRequirements()) {
        const auto area = requirement->area();
        areas << QString::fromLatin1(area.data(), qsizetype(area.size()));
    }
    areas.sort();
    areas.removeDuplicates();
    return areas;
}

RulePage pageOf(const Requirement &requirement)
{
    const RuleExamples *examples = examplesOf(requirement);
    return {&requirement, wordsOf(requirement), examples ? *examples : RuleExamples()};
}

} // namespace sonde::findings
