// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::cli {

// Makes every command of commandlist.h known to the reader of the command line and to the help.
void useAllCommands();

} // namespace sonde::cli
