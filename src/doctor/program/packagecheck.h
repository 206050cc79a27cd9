// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/check.h"
#include "doctor/program/subject.h"

#include <QString>

namespace sonde::doctor {

// Whether the package of npx or uvx is in the cache, or broken there.
CheckResult checkPackage(const Subject &subject, const Machine &machine);
// The version of the interpreter, and whether it satisfies what the package asks for.
CheckResult checkRuntime(const Subject &subject, const Machine &machine);

// The package that npx or uvx runs, without its version: "@scope/server"; empty for others.
QString packageOf(const Subject &subject);

} // namespace sonde::doctor
