// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/rules/base/rule.h"

#include <span>

namespace sonde::findings {

std::span<const Rule> extTaskRules();
std::span<const Rule> extTaskStateRules();
std::span<const Rule> relatedTaskRules();
std::span<const Rule> taskCallRules();
std::span<const Rule> taskMessageRules();
std::span<const Rule> taskRules();

} // namespace sonde::findings
