// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <string>
#include <vector>

namespace sonde::tap {

// The words of a command line as they are recorded, one per line: secrets become asterisks
// (base/secretplaces.h).
QString recordedArguments(const std::vector<std::string> &arguments);

// Who started this program: "claude · pid 12", and its arguments. Only the pid where the system
// says no more.
QString recordedHost(qint64 pid, const std::vector<std::string> &commandLine);

} // namespace sonde::tap
