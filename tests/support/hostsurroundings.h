// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/table/hostplaces.h"

#include <QDir>

namespace sonde::test {

// As this process has them, with the files of the system in the home folder, which is one of its own
// with HostHome: what this machine has in /etc changes nothing.
inline hosts::Surroundings hostSurroundings()
{
    auto here = hosts::Surroundings::ofThisProcess();
    here.root = QDir::homePath();
    return here;
}

} // namespace sonde::test
