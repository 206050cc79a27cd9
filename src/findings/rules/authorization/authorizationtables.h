// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/rules/base/rule.h"

#include <span>

namespace sonde::findings {

std::span<const Rule> authRules();
std::span<const Rule> bearerRules();
std::span<const Rule> challengeRules();
std::span<const Rule> clientProofRules();
std::span<const Rule> discoveryRules();
std::span<const Rule> loginRules();
std::span<const Rule> metadataRules();
std::span<const Rule> registrationRules();
std::span<const Rule> scopeRules();
std::span<const Rule> tokenRules();

} // namespace sonde::findings
