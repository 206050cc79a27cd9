// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/program/packagecommand.h"

namespace sonde::doctor {

// Where the package of a command is, so that its start downloads nothing.
struct CachedPackage {
    enum class State { Missing, Complete, Incomplete, Unknown };
    State state = State::Missing;
    QString folder; // with its node_modules, if it was installed there; empty: elsewhere
};

// `command` has a package.
CachedPackage findInCache(
    const PackageCommand &command, const ServerProgram &subject, const Machine &machine);

} // namespace sonde::doctor
