// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/hosts/additionplan.h"

#include "hosts/entries/entrywriter.h"
#include "hosts/found/foundfiles.h"
#include "models/hosts/entrysecrets.h"

#include <QFileInfo>

#include <algorithm>

namespace sonde::models {

AdditionPlan planAddition(
    const hosts::Host &host, const hosts::Surroundings &surroundings, const config::Profile &server)
{
    const hosts::FoundFile file = hosts::fileForAddition(host, surroundings);
    AdditionPlan plan;
    plan.change = {&host, file.path, file.document.bytes(), {}};
    plan.server = server.name;
    plan.isNewFile = !QFileInfo::exists(file.path);
    if (file.error) {
        plan.refusal = file.error->sentence;
        return plan;
    }
    const Result<hosts::AddedEntry> added = hosts::planAddition(host, file.document, server);
    if (!added) {
        plan.refusal = added.error().sentence;
        return plan;
    }
    plan.change.after = added->file.content;
    plan.shownBefore = withoutSecrets(file.document);
    plan.shownAfter = withoutSecrets(hosts::HostDocument::parse(host, plan.change.after));
    plan.notes = added->notes;
    if (host.approval && (!host.onlyProjectsApproved || file.scope == hosts::Scope::Project))
        plan.notes += hosts::approvalText(host);
    return plan;
}

std::vector<TargetHost> targetHosts(const hosts::Surroundings &surroundings)
{
    std::vector<TargetHost> targets;
    for (const hosts::Host &host : hosts::hostTable()) {
        bool isUsers = false;
        bool isFound = false;
        for (const hosts::ConfigFile &file : hosts::configFiles(host, surroundings)) {
            if (file.scope != hosts::Scope::User)
                continue;
            isUsers = true;
            isFound = isFound || QFileInfo::exists(file.path);
        }
        if (isUsers)
            targets.push_back({&host, isFound});
    }
    std::stable_partition(
        targets.begin(), targets.end(), [](const TargetHost &target) { return target.isFound; });
    return targets;
}

} // namespace sonde::models
