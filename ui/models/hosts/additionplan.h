// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "config/profile.h"
#include "hosts/files/filechange.h"
#include "hosts/table/hostplaces.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace sonde::models {

// How a server of Sonde is added to the file of a host. Nothing is written.
struct AdditionPlan {
    hosts::FileChange change; // without a host: nothing is planned
    QString server;
    bool isNewFile = false;
    QString refusal; // why it cannot be added, and what to do; empty: it can
    Bytes shownBefore; // with secrets replaced by dots
    Bytes shownAfter;
    QStringList notes; // sentences about what the entry does not have, and what the host does

    bool isPossible() const { return change.host && refusal.isEmpty(); }
};

// Reads the file.
AdditionPlan planAddition(const hosts::Host &host, const hosts::Surroundings &surroundings,
    const config::Profile &server);

// The hosts with files of the user, those whose file exists before the others.
struct TargetHost {
    const hosts::Host *host = nullptr;
    bool isFound = false;
};
std::vector<TargetHost> targetHosts(const hosts::Surroundings &surroundings);

} // namespace sonde::models
