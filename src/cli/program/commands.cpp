// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/program/commands.h"

#include "cli/options/commandtable.h"

namespace sonde::cli {

void useAllCommands()
{
#define SONDE_ROW(row, name, kind) row##Command(),
    setCommandRows({SONDE_COMMANDS(SONDE_ROW)});
#undef SONDE_ROW
}

} // namespace sonde::cli
