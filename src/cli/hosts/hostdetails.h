// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/hosts/hostsoptions.h"
#include "cli/output/output.h"

namespace sonde::cli {

// hosts show: the files of a host, and its servers in detail. Values of variables and headers,
// which are often secret, are not printed.
int showHost(const HostsOptions &options, Output &out, Output &err);

} // namespace sonde::cli
