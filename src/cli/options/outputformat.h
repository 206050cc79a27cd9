// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/line.h"

namespace sonde::cli {

// How a list is printed.
enum class OutputFormat { Table, Name, JsonLines, Csv };

// Of --output-format and --json. Errors are Domain::Usage.
Result<void> readOutputFormat(const Line &line, OutputFormat &format, bool &json);

// Of --json beside --format with another format than "json".
Result<void> refuseContradiction(const Line &line, const QString &format);

} // namespace sonde::cli
