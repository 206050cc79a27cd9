// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/doctorfinding.h"
#include "doctor/program/serverprogram.h"

namespace sonde::doctor {

// Whether a process was started with the command line of the server. The interpreter of a script
// may stand before it.
bool isSameCommand(const HolderFacts &holder, const ServerProgram &subject);

struct HolderKinds {
    Kind ofCopy;
    Kind ofOther;
};

// "pid 12, running since 10:42, “node server.js”", without secrets.
QString processText(const HolderFacts &holder);
// The same, and whether it is one of an earlier start.
QString holderText(const HolderFacts &holder, const ServerProgram &subject);

// That a process has what the server needs: `line` is what the server reports, `what` the port or
// the file. Secrets in the command line of the process are left out.
DoctorFinding holderFinding(const HolderKinds &kinds, const QString &line, const QString &what,
    const HolderFacts &holder, const ServerProgram &subject);

} // namespace sonde::doctor
