// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/line.h"
#include "cli/options/outputformat.h"

#include <QString>

namespace sonde::cli {

// sonde-cli hosts: the configuration files of hosts on this machine.
struct HostsOptions {
    Command command = Command::HostsList;
    QString host; // its id; empty: every host
    QString entry; // its server, or of export and add, one of Sonde; it may be empty
    bool hasEntry = false; // false: every server
    QString file; // instead of the files of the host
    OutputFormat format = OutputFormat::Table; // of a list
    bool header = true;
    bool quiet = false;
    bool showSecrets = false; // list and show: values as they are written
    bool all = false; // untap: every tap of every host
    bool yes = false; // changes files without asking
    bool dryRun = false;
};

// Of a line with one of the commands of hosts. Errors are Domain::Usage.
Result<HostsOptions> hostsOptions(const Line &line);

} // namespace sonde::cli
