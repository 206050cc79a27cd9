// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/hosts/hostsoptions.h"
#include "cli/output/output.h"
#include "hosts/files/entrychange.h"
#include "hosts/files/hostfile.h"
#include "hosts/table/hosttable.h"

#include <QString>

namespace sonde::cli {

// Whether a file of a host may be changed now; asks on a terminal.
Result<bool> mayChange(const QString &path, const HostsOptions &options, Output &err);

// Writes what was shown and allowed. Meanwhile the host may have written other parts of the file.
Result<void> writeShown(const hosts::EntryChange &change, const hosts::Backups &backups);

// What the host does when this entry of a file changes, and how it is approved again.
void noteApproval(const hosts::Host &host, hosts::Scope scope, const QString &entry, Output &err);

} // namespace sonde::cli
