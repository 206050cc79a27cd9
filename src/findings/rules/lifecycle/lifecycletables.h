// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/rules/base/rule.h"

#include <span>

namespace sonde::findings {

std::span<const Rule> capabilityRules();
std::span<const Rule> handshakeRules();
std::span<const Rule> lifecycleRules();
std::span<const Rule> negotiatedRules();
std::span<const Rule> refusalRules();
std::span<const Rule> versionRules();

} // namespace sonde::findings
