// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/hosts/hostsoptions.h"
#include "cli/output/output.h"

namespace sonde::cli {

// hosts export: prints a server of Sonde as a file of a host.
int exportServer(const HostsOptions &options, Output &out, Output &err);
// hosts add: writes it into the host's file, after showing how.
int addServer(const HostsOptions &options, Output &out, Output &err);

} // namespace sonde::cli
