// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/check.h"
#include "doctor/program/serverprogram.h"

#include <QByteArray>
#include <QString>

namespace sonde::doctor {

// Whether the system can execute the file: its kind, its architecture, its first line.
CheckResult checkExecutable(const ServerProgram &subject, const Machine &machine);

// The interpreter in the first line of a script, and its first argument ("/usr/bin/env", "node");
// empty if the text does not begin with "#!".
struct Shebang {
    QString interpreter;
    QString argument;
    bool hasCarriageReturn = false;

    // "node" for both "/usr/bin/node" and "/usr/bin/env node".
    QString programName() const;
};
Shebang shebangOf(const QByteArray &beginning);

} // namespace sonde::doctor
