// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/output/palette.h"
#include "findings/catalogue/requirement.h"

#include <QString>

#include <string>
#include <vector>

namespace sonde::cli {

enum class RuleFormat { Text, Json, Markdown };

// A line for each rule: id, party, level, and what it demands. `width`: of the terminal, in cells.
std::string ruleList(const std::vector<const findings::Requirement *> &rules, RuleFormat format,
    int width, const Palette &palette);

} // namespace sonde::cli
