// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/rules/base/rule.h"

#include <span>

namespace sonde::findings {

std::span<const Rule> cancelRules();
std::span<const Rule> listenRules();
std::span<const Rule> progressRules();
std::span<const Rule> rateRules();
std::span<const Rule> subscriptionRules();
std::span<const Rule> timeoutRules();

} // namespace sonde::findings
