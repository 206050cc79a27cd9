// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>

#include <sys/types.h>

namespace sonde::agent {

// The result of process as a JSON object within a budget: the process, what it started, and what
// their threads wait for. Empty: it has ended, or the system does not tell.
std::string processReport(const std::string &root, pid_t pid);

} // namespace sonde::agent
