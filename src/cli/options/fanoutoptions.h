// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/command.h"

#include <QStringList>

namespace sonde::cli {

// What `fan-out` sends, and where to: to each server, in each revision.
struct FanOutOptions {
    Command request = Command::Help; // tools call, resources read, prompts get or request
    QStringList servers; // of --server, names or URLs; empty: the one server of the line
    QStringList revisions; // empty: the one that each connection negotiates
};

} // namespace sonde::cli
