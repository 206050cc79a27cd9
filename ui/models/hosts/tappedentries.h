// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/hosts/checkedfile.h"
#include "models/hosts/hostentrymodel.h"

#include <QString>

#include <vector>

namespace sonde::models {

// A tap that runs or ran, as it is looked for in the files of the hosts.
struct SoughtTap {
    QString server; // hosts::recordedName()
    QString client; // the name that the host gave itself; empty: not known
    QString address; // for hosts over HTTP; empty: a host has started the tap
};

// The entries whose tap it may be, those of the host of that name first. They point into `files`.
std::vector<ChosenEntry> tappedEntries(const CheckedFiles &files, const SoughtTap &tap);

// Why there are none, and what to do.
QString whyNoEntry(const CheckedFiles &files, const SoughtTap &tap);

} // namespace sonde::models
