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

} // namespace sonde::doctor
