// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/coverage.h"

#include "base/formatting.h"
#include "findings/catalogue/catalogue.h"
#include "findings/engine/dispatch.h"
#include "models/trace/findingtext.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_set>

namespace sonde::models {

using findings::Requirement;
using findings::Revision;

namespace {

// A class only because translation contexts are class names.
class CoverageText {
    Q_DECLARE_TR_FUNCTIONS(Coverage)
};

const std::unordered_set<const Requirement *> &checkedRequirements()
{
    static const auto all = [] {
        std::unordered_set<const Requirement *> found;
        for (const findings::BoundRule &rule : findings::boundRules())
            found.insert(rule.requirement);
        return found;
    }();
    return all;
}

// The newest one that was negotiated, or else that a client tried.
Revision revisionOf(const FindingList::Exercises &exercises)
{
    std::optional<Revision> negotiated;
    Revision tried = Revision::R20241105;
    for (const auto &[requirement, exercise] : exercises) {
        tried = std::max(tried, exercise.revision);
        if (exercise.isNegotiated)
            negotiated = std::max(negotiated.value_or(exercise.revision), exercise.revision);
    }
    return negotiated.value_or(tried);
}

void count(AreaCoverage &area, const Requirement &requirement, const FindingList::Exercise *seen)
{
    if (seen)
        ++(seen->violated ? area.violated : area.passed);
    else if (checkedRequirements().contains(&requirement))
        ++area.notSeen;
    else if (requirement.observable == findings::Observable::No)
        ++area.notObservable;
    else
        ++area.unchecked;
}

} // namespace

void AreaCoverage::add(const AreaCoverage &other)
{
    passed += other.passed;
    violated += other.violated;
    notSeen += other.notSeen;
    unchecked += other.unchecked;
    notObservable += other.notObservable;
}

Coverage coverageOf(const FindingList &list, const QString &server)
{
    Coverage coverage;
    const FindingList::Exercises exercises = list.exercises(server);
    if (exercises.empty())
        return coverage;
    coverage.revision = revisionOf(exercises);
    std::map<std::string_view, AreaCoverage> areas;
    for (const Requirement &requirement : findings::Catalogue::instance().all()) {
        const auto seen = exercises.find(&requirement);
        const bool holds = requirement.revisions.has(coverage.revision);
        // What an earlier connection has shown counts, too, but not what a client only tried.
        const bool isSeen = seen != exercises.end() && (holds || seen->second.isNegotiated);
        if (!isSeen && !holds)
            continue;
        count(areas[requirement.area()], requirement, isSeen ? &seen->second : nullptr);
        if (isSeen && seen->second.violated)
            ++coverage.levels.of(*seen->second.violated);
    }
    for (auto &[name, area] : areas) {
        area.area = QString::fromLatin1(name.data(), qsizetype(name.size()));
        coverage.areas.push_back(area);
        coverage.all.add(area);
    }
    // What no rule checks yet comes last.
    std::stable_partition(coverage.areas.begin(), coverage.areas.end(),
        [](const AreaCoverage &area) { return area.checked() > 0; });
    return coverage;
}

QString coverageText(const Coverage &coverage)
{
    const QString seen = countText(coverage.all.exercised());
    const QString all = countText(coverage.all.checked());
    return CoverageText::tr("%1 in %2 of %3 checked requirements")
        .arg(countsText(coverage.levels), seen, all);
}

} // namespace sonde::models
