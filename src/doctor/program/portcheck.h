// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/check.h"
#include "doctor/program/serverprogram.h"

#include <vector>

namespace sonde::doctor {

// The ports that a server names when it reports that one is in use, the most likely first: in
// `line`, then in the other lines of `words` ("port: 3000"), then in its arguments and in PORT.
std::vector<quint16> portsWanted(
    const QString &line, const QString &words, const ServerProgram &subject);

// Replaces a finding that a port is in use by one that names the process that listens there, if
// there is one. May block.
void namePortHolder(CheckResult &result, const ServerProgram &subject, const Machine &machine);

} // namespace sonde::doctor
