// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/rules/rule.h"

#include <span>
#include <vector>

namespace sonde::findings {

// All rules, in tables by area.
std::vector<std::span<const Rule>> ruleTables();

std::span<const Rule> authRules();
std::span<const Rule> batchRules();
std::span<const Rule> cancelRules();
std::span<const Rule> capabilityRules();
std::span<const Rule> contentRules();
std::span<const Rule> elicitationModeRules();
std::span<const Rule> elicitationRules();
std::span<const Rule> errorCodeRules();
std::span<const Rule> handshakeRules();
std::span<const Rule> headerRules();
std::span<const Rule> httpRules();
std::span<const Rule> interimRules();
std::span<const Rule> jsonRpcRules();
std::span<const Rule> lifecycleRules();
std::span<const Rule> listenRules();
std::span<const Rule> listRules();
std::span<const Rule> metaRules();
std::span<const Rule> modernRules();
std::span<const Rule> negotiatedRules();
std::span<const Rule> paginationRules();
std::span<const Rule> practiceRules();
std::span<const Rule> progressRules();
std::span<const Rule> rateRules();
std::span<const Rule> refusalRules();
std::span<const Rule> samplingRules();
std::span<const Rule> samplingToolRules();
std::span<const Rule> schemaRules();
std::span<const Rule> sessionRules();
std::span<const Rule> stdioRules();
std::span<const Rule> structureRules();
std::span<const Rule> subscriptionRules();
std::span<const Rule> toolCallRules();
std::span<const Rule> toolHeaderRules();
std::span<const Rule> toolListRules();
std::span<const Rule> toolSchemaRules();
std::span<const Rule> versionRules();

} // namespace sonde::findings
