// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/found/proxyvariables.h"
#include "hosts/table/hosttable.h"

#include <QString>

#include <string>
#include <vector>

namespace sonde::hosts {

struct RunningHost {
    const Host *host = nullptr;
    qint64 pid = 0;
    QString path; // its PATH, as it was when it was started; never empty
    ProxyVariables proxies; // as they were then
};

// The hosts of the desktop that run and that this user may look at: of each its oldest process.
// Nothing but these variables is kept of their environment. `processes` is where /proc is mounted.
std::vector<RunningHost> runningHosts(const std::string &processes);

} // namespace sonde::hosts
