// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/rules/base/rule.h"

#include <span>

namespace sonde::findings {

std::span<const Rule> headerRules();
std::span<const Rule> httpRules();
std::span<const Rule> mirrorRules();
std::span<const Rule> sessionRules();
std::span<const Rule> stdioRules();
std::span<const Rule> streamRules();
std::span<const Rule> transportRules();

} // namespace sonde::findings
