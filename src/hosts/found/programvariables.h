// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/found/proxyvariables.h"

#include <QString>

#include <string>

#include <sys/types.h>

namespace sonde::hosts {

// Of the variables of a process, as they were when it was started, those that decide what it finds
// and reaches; no others are kept.
struct ProgramVariables {
    QString path; // PATH
    ProxyVariables proxies;
};

// `processes` is where /proc is mounted. Of another user's process there are none.
ProgramVariables programVariables(const std::string &processes, pid_t pid);

} // namespace sonde::hosts
