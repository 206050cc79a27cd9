// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/coverage.h"

#include "base/formatting.h"
#include "findings/catalogue/catalogue.h"
#include "findings/engine/dispatch.h"
#include "models/findings/exerciseaction.h"
#include "models/findings/findingtext.h"
#include "models/signs/modeltext.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_set>

namespace sonde::models {

using findings::Requirement;
using findings::Revision;

namespace {

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

// In a message over HTTP, or in its exchange.
bool isHttpOnly(const Requirement &requirement)
{
    static constexpr std::string_view kAreas[] = {"auth", "ext-cc", "ext-dpop", "ext-ema",
        "ext-wif", "headers", "http", "http-sse", "session", "sse", "xheader"};
    return requirement.observable == findings::Observable::Http
        || requirement.observable == findings::Observable::Auth
        || std::find(std::begin(kAreas), std::end(kAreas), requirement.area()) != std::end(kAreas);
}

bool isStdioOnly(const Requirement &requirement)
{
    return requirement.area() == "stdio";
}

bool isIn(const Requirement &requirement, const QString &area)
{
    const auto name = requirement.area();
    return area.isEmpty() || area == QLatin1String(name.data(), qsizetype(name.size()));
}

// What one transport alone can show tells which of them a server was reached by.
struct Transports {
    explicit Transports(const FindingList::Exercises &exercises)
    {
        for (const auto &[requirement, exercise] : exercises) {
            http = http || requirement->observable == findings::Observable::Http;
            stdio = stdio || isStdioOnly(*requirement);
        }
    }
    bool canShow(const Requirement &requirement) const
    {
        if (http == stdio)
            return true; // both, or not known yet
        return !(http ? isStdioOnly(requirement) : isHttpOnly(requirement));
    }

    bool http = false;
    bool stdio = false;
};

void count(AreaCoverage &area, const Requirement &requirement, const FindingList::Exercise *seen)
{
    if (seen) {
        ++(seen->violated || seen->accepted ? area.violated : area.passed);
        area.worst = std::max(area.worst, seen->violated);
    } else if (checkedRequirements().contains(&requirement))
        ++area.notSeen;
    else if (requirement.observable == findings::Observable::No)
        ++area.notObservable;
    else
        ++area.unchecked;
}

} // namespace

std::vector<Violated> violatedOf(
    const FindingList &list, const QString &server, const QString &area)
{
    const FindingList::Exercises exercises = list.exercises(server);
    if (exercises.empty())
        return {};
    const Revision revision = revisionOf(exercises);
    std::vector<Violated> found;
    for (const auto &[requirement, exercise] : exercises) {
        const bool counts = requirement->revisions.has(revision) || exercise.isNegotiated;
        if (counts && (exercise.violated || exercise.accepted) && isIn(*requirement, area))
            found.push_back({requirement, *std::max(exercise.violated, exercise.accepted)});
    }
    std::sort(found.begin(), found.end(),
        [](const Violated &a, const Violated &b) { return a.requirement->id < b.requirement->id; });
    return found;
}

std::vector<NotSeen> notSeenOf(const FindingList &list, const QString &server, const QString &area)
{
    const FindingList::Exercises exercises = list.exercises(server);
    if (exercises.empty())
        return {};
    const Revision revision = revisionOf(exercises);
    const Transports transports(exercises);
    std::vector<NotSeen> found;
    for (const Requirement &requirement : findings::Catalogue::instance().all()) {
        const bool isWanted = isIn(requirement, area) && transports.canShow(requirement);
        if (isWanted && requirement.revisions.has(revision) && !exercises.contains(&requirement)
            && checkedRequirements().contains(&requirement))
            found.push_back({&requirement, exerciseStep(requirement), exerciseAction(requirement)});
    }
    std::stable_sort(found.begin(), found.end(), [](const NotSeen &a, const NotSeen &b) {
        return std::tie(a.step, a.action) < std::tie(b.step, b.action);
    });
    return found;
}

void AreaCoverage::add(const AreaCoverage &other)
{
    passed += other.passed;
    violated += other.violated;
    worst = std::max(worst, other.worst);
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
    const Transports transports(exercises);
    coverage.isOverHttp = transports.http;
    std::map<std::string_view, AreaCoverage> areas;
    for (const Requirement &requirement : findings::Catalogue::instance().all()) {
        const auto seen = exercises.find(&requirement);
        const bool holds = requirement.revisions.has(coverage.revision);
        // What an earlier connection has shown counts, too, but not what a client only tried.
        const bool isSeen = seen != exercises.end() && (holds || seen->second.isNegotiated);
        if (!isSeen && !holds)
            continue;
        if (!isSeen && !transports.canShow(requirement)) {
            ++coverage.ofOtherTransport;
            continue;
        }
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

QString otherTransportText(const Coverage &coverage)
{
    if (coverage.ofOtherTransport == 0)
        return {};
    const QString count = countText(coverage.ofOtherTransport);
    return coverage.isOverHttp
        ? Text::tr("Left out of the sums: %1 requirements of stdio.").arg(count)
        : Text::tr("Left out of the sums: %1 requirements of HTTP and its authorization.")
              .arg(count);
}

QString exercisedText(const Coverage &coverage)
{
    if (coverage.areas.empty())
        return {};
    const auto name = revisionName(coverage.revision);
    return Text::tr("%1 of %2 requirements of %3 exercised")
        .arg(countText(coverage.all.exercised()), countText(coverage.all.checked()),
            QString::fromLatin1(name.data(), qsizetype(name.size())));
}

QString coverageText(const Coverage &coverage)
{
    const QString seen = countText(coverage.all.exercised());
    const QString all = countText(coverage.all.checked());
    return Text::tr("%1 in %2 of %3 checked requirements")
        .arg(countsText(coverage.levels), seen, all);
}

} // namespace sonde::models
