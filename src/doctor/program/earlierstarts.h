// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/check.h"
#include "doctor/program/serverprogram.h"

namespace sonde::doctor {

// Processes with the command line of the server that lost the program that started them. They are
// named even if nothing shows that they hold something: a port, a lock or a session.
CheckResult checkEarlierStarts(const ServerProgram &subject, const Machine &machine);

} // namespace sonde::doctor
