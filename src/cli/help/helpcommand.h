// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/output/output.h"

#include <QStringList>

namespace sonde::cli {

// Everything after `sonde-cli help`: no argument prints the list of topics, one argument prints the
// page of that topic; a command, "options" and "all" print what --help prints of them. Returns the
// exit code.
int showHelp(const QStringList &arguments, Output &out, Output &err);

} // namespace sonde::cli
