// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/output/output.h"
#include "mock/mockscript.h"

namespace sonde::cli {

// The requests that a mock has responses for, equal ones as one row: a table, or a line of JSON per
// row.
void printMockTable(const mock::MockScript &script, Output &out);
void printMockLines(const mock::MockScript &script, Output &out);

} // namespace sonde::cli
