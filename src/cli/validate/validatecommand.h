// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/line.h"
#include "cli/output/output.h"
#include "schema/validator.h"

#include <QString>

namespace sonde::cli {

// One file, or standard input for -. The exit code: kFine, kInvalid or kUsage.
int validateInstance(
    const QString &path, const schema::Validator &validator, bool json, Output &out, Output &err);

// validate with --schema. The exit code (kFine, kInvalid when an instance does not fit,
// kUnusableSchema, or kUsage), or what is wrong with the line.
Result<int> runValidate(const Line &line, Output &out, Output &err);

} // namespace sonde::cli
