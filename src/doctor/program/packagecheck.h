// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/check.h"
#include "doctor/program/serverprogram.h"

namespace sonde::doctor {

// Whether the package that npx, uvx or their like run is in their cache, or broken there.
CheckResult checkPackage(const ServerProgram &subject, const Machine &machine);
// The version of the interpreter, and whether it satisfies what the package asks for.
CheckResult checkRuntime(const ServerProgram &subject, const Machine &machine);

} // namespace sonde::doctor
