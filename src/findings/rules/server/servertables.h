// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/rules/base/rule.h"

#include <span>

namespace sonde::findings {

std::span<const Rule> appsRules();
std::span<const Rule> contentRules();
std::span<const Rule> listRules();
std::span<const Rule> paginationRules();
std::span<const Rule> practiceRules();
std::span<const Rule> skillFileRules();
std::span<const Rule> skillRules();
std::span<const Rule> toolCallRules();
std::span<const Rule> toolHeaderRules();
std::span<const Rule> toolListRules();
std::span<const Rule> toolSchemaRules();

} // namespace sonde::findings
