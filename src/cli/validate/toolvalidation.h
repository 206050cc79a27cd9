// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/output/output.h"
#include "json/value.h"

#include <QStringList>

namespace sonde::cli {

// validate --tool NAME: the schemas of a live tool, and files against them.
struct ToolValidation {
    QStringList files; // -: standard input; empty: only the definition is checked
    bool isResult = false; // the files are structured results, not arguments
    bool json = false;
};

// Gives the exit code, like runValidate().
int validateForTool(
    const json::Value &tool, const ToolValidation &options, Output &out, Output &err);

} // namespace sonde::cli
