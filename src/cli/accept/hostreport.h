// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "accept/hostview.h"
#include "changes/snapshot.h"
#include "cli/options/checkoptions.h"

namespace sonde::cli {

class Output;

// The tools of a server, under the name that hosts know it by; empty: the one of its serverInfo.
accept::JudgedOffer offerOf(const changes::Snapshot &snapshot, const QString &name);

// Prints what the hosts of --for make of the tools. Returns kInvalidResult if one of them refuses
// or drops a tool, unless the levels say that nothing makes the check fail.
int reportHosts(
    const CheckOptions &options, const accept::JudgedOffer &offer, Output &out, Output &err);

} // namespace sonde::cli
