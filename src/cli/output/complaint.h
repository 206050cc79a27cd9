// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"
#include "cli/output/exitcode.h"
#include "cli/output/output.h"

namespace sonde::cli {

// Says why a command cannot be carried out; returns its exit code.
inline int complainOf(const Error &error, Output &err)
{
    err.complain(error.sentence);
    return kUsage;
}

} // namespace sonde::cli
