// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/rules/base/rule.h"

#include <span>

namespace sonde::findings {

std::span<const Rule> choiceRules();
std::span<const Rule> elicitationModeRules();
std::span<const Rule> elicitationRules();
std::span<const Rule> interimRules();
std::span<const Rule> samplingRules();
std::span<const Rule> samplingToolRules();

} // namespace sonde::findings
