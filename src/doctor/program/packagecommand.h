// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/program/serverprogram.h"

#include <QString>

namespace sonde::doctor {

// What downloads a package at the first start and runs it.
enum class PackageRunner {
    None,
    Npm, // npx, npm exec
    Pnpm, // pnpm dlx, pnpx
    Yarn, // yarn dlx
    Bun, // bunx, bun x
    Uv, // uvx, uv tool run
    Pipx, // pipx run
};

struct PackageCommand {
    PackageRunner runner = PackageRunner::None;
    QString package; // without its version: "@scope/server"; empty: none of a registry
};

PackageCommand packageCommandOf(const ServerProgram &subject);

} // namespace sonde::doctor
