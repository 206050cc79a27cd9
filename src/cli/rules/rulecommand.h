// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/line.h"
#include "cli/output/output.h"

namespace sonde::cli {

// `rule`: prints the page of a rule or the pages of an area, or lists the rules.
Result<int> runRule(const Line &line, Output &out, Output &err);

} // namespace sonde::cli
