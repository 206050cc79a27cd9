// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/output/output.h"

#include <QStringList>

namespace sonde::cli {

// `sonde-cli completion SHELL` prints its script. `completion words BEGUN WORD…`, which the scripts
// call, prints the words that may follow, one per line. Returns the exit code.
int showCompletion(const QStringList &arguments, Output &out, Output &err);

} // namespace sonde::cli
