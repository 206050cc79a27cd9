// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <cstddef>
#include <string>
#include <vector>

namespace sonde::cli {

// The index of the command: the first word that is neither an option nor an option's value; the
// number of words when there is none.
std::size_t commandWord(const std::vector<std::string> &arguments);

// The command that the words name, whatever else is wrong with them: "tools call", "tools" when
// what follows is none of its commands, or nothing.
QString namedCommand(const std::vector<std::string> &arguments);

} // namespace sonde::cli
