// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/options.h"

#include <QString>

#include <vector>

namespace sonde::cli {

// A column of `fan-out`: a server, in a revision.
struct FanColumn {
    QString title; // the server, the revision, or both: what distinguishes it from the others
    Options options; // that connect to it
};

// The columns that the line asks for, with the servers as their files say. Notes about a server are
// in the options of its first column. Errors are Domain::Usage.
Result<std::vector<FanColumn>> fanColumns(const Options &options);

} // namespace sonde::cli
