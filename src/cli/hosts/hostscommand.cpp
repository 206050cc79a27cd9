// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/hosts/hostscommand.h"

#include "cli/hosts/hostdetails.h"
#include "cli/hosts/hostlist.h"
#include "cli/hosts/hostsadd.h"
#include "cli/hosts/hoststaps.h"
#include "cli/output/exitcode.h"

namespace sonde::cli {

int runHosts(const HostsOptions &options, Output &out, Output &err)
{
    err.setQuiet(options.quiet);
    switch (options.action) {
    case HostsOptions::Action::List:
        return listHosts(options, out, err);
    case HostsOptions::Action::Show:
        return showHost(options, out, err);
    case HostsOptions::Action::Import: // see HostsImport
        return kUsage;
    case HostsOptions::Action::Export:
        return exportServer(options, out, err);
    case HostsOptions::Action::Add:
        return addServer(options, out, err);
    case HostsOptions::Action::Tap:
        return HostsTaps(options, out, err).tap();
    case HostsOptions::Action::Untap:
        break;
    }
    return HostsTaps(options, out, err).untap();
}

} // namespace sonde::cli
