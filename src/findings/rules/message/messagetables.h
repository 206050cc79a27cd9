// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/rules/base/rule.h"

#include <span>

namespace sonde::findings {

std::span<const Rule> batchRules();
std::span<const Rule> errorCodeRules();
std::span<const Rule> jsonRpcRules();
std::span<const Rule> metaRules();
std::span<const Rule> modernRules();
std::span<const Rule> partRules();
std::span<const Rule> schemaRules();
std::span<const Rule> structureRules();

} // namespace sonde::findings
