// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/listedfinding.h"

#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace sonde::findings {

namespace {

// What is said of a value: equal ones are one finding of several messages.
using Said = std::tuple<const Requirement *, Level, Party, Revision, std::uint32_t, std::uint32_t,
    QString, std::string, QString, QString>;

Said saidBy(const Finding &finding)
{
    return {finding.requirement, finding.level, finding.party, finding.revision,
        finding.about.method, finding.about.target, finding.pointer, finding.missing,
        finding.sentence, finding.remedy};
}

} // namespace

std::vector<ListedFinding> listedOnce(std::vector<Finding> findings)
{
    std::vector<ListedFinding> listed;
    std::map<Said, std::size_t> known;
    for (Finding &finding : findings) {
        const auto [at, isNew] = known.emplace(saidBy(finding), listed.size());
        if (isNew)
            listed.push_back({std::move(finding), {}});
        else
            listed[at->second].alsoIn.push_back(finding.messages.front());
    }
    return listed;
}

} // namespace sonde::findings
