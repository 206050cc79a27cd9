// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/hosts/hostscommand.h"

#include "cli/hosts/hostdetails.h"
#include "cli/hosts/hostlist.h"
#include "cli/hosts/hostsadd.h"
#include "cli/hosts/hostsimport.h"
#include "cli/hosts/hoststaps.h"
#include "cli/output/carryout.h"

namespace sonde::cli {

namespace {

int importServers(const HostsOptions &options, Output &out, Output &err)
{
    HostsImport import(options, out, err);
    return carryOut(import);
}

} // namespace

Result<int> runHosts(const Line &line, Output &out, Output &err)
{
    const Result<HostsOptions> options = hostsOptions(line);
    if (!options)
        return options.error();
    err.setQuiet(options->quiet);
    switch (options->command) {
    case Command::HostsShow:
        return showHost(*options, out, err);
    case Command::HostsImport:
        return importServers(*options, out, err);
    case Command::HostsExport:
        return exportServer(*options, out, err);
    case Command::HostsAdd:
        return addServer(*options, out, err);
    case Command::HostsTap:
        return HostsTaps(*options, out, err).tap();
    case Command::HostsUntap:
        return HostsTaps(*options, out, err).untap();
    default:
        return listHosts(*options, out, err);
    }
}

} // namespace sonde::cli
