// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/rules/base/rule.h"

#include <span>
#include <vector>

namespace sonde::findings {

// All rules, in tables by area.
std::vector<std::span<const Rule>> ruleTables();

} // namespace sonde::findings
