// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/check.h"
#include "doctor/program/serverprogram.h"

#include <QStringList>

namespace sonde::doctor {

// The files that a server may mean when it reports a lock, the most likely first: in `line`, then
// in the other lines of `words`, then in its arguments and variables. Only those that exist.
QStringList filesMeant(const QString &line, const QString &words, const ServerProgram &subject,
    const Machine &machine);

// Replaces a finding that there is a lock by one that names the process that holds it, or the file
// that a process left which does not run any more. May block.
void nameLockHolder(CheckResult &result, const ServerProgram &subject, const Machine &machine);

} // namespace sonde::doctor
