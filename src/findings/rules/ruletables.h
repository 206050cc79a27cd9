// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/rules/rule.h"

#include <span>
#include <vector>

namespace sonde::findings {

// All rules, in tables by area.
std::vector<std::span<const Rule>> ruleTables();

std::span<const Rule> appsRules();
std::span<const Rule> authRules();
std::span<const Rule> batchRules();
std::span<const Rule> bearerRules();
std::span<const Rule> cancelRules();
std::span<const Rule> capabilityRules();
std::span<const Rule> challengeRules();
std::span<const Rule> clientProofRules();
std::span<const Rule> contentRules();
std::span<const Rule> discoveryRules();
std::span<const Rule> elicitationModeRules();
std::span<const Rule> elicitationRules();
std::span<const Rule> errorCodeRules();
std::span<const Rule> extTaskRules();
std::span<const Rule> extTaskStateRules();
std::span<const Rule> handshakeRules();
std::span<const Rule> headerRules();
std::span<const Rule> httpRules();
std::span<const Rule> interimRules();
std::span<const Rule> jsonRpcRules();
std::span<const Rule> lifecycleRules();
std::span<const Rule> listenRules();
std::span<const Rule> listRules();
std::span<const Rule> loginRules();
std::span<const Rule> metadataRules();
std::span<const Rule> metaRules();
std::span<const Rule> mirrorRules();
std::span<const Rule> modernRules();
std::span<const Rule> negotiatedRules();
std::span<const Rule> paginationRules();
std::span<const Rule> partRules();
std::span<const Rule> practiceRules();
std::span<const Rule> progressRules();
std::span<const Rule> rateRules();
std::span<const Rule> refusalRules();
std::span<const Rule> registrationRules();
std::span<const Rule> relatedTaskRules();
std::span<const Rule> samplingRules();
std::span<const Rule> samplingToolRules();
std::span<const Rule> schemaRules();
std::span<const Rule> scopeRules();
std::span<const Rule> sessionRules();
std::span<const Rule> skillFileRules();
std::span<const Rule> skillRules();
std::span<const Rule> stdioRules();
std::span<const Rule> streamRules();
std::span<const Rule> structureRules();
std::span<const Rule> subscriptionRules();
std::span<const Rule> taskCallRules();
std::span<const Rule> taskMessageRules();
std::span<const Rule> taskRules();
std::span<const Rule> timeoutRules();
std::span<const Rule> tokenRules();
std::span<const Rule> toolCallRules();
std::span<const Rule> toolHeaderRules();
std::span<const Rule> toolListRules();
std::span<const Rule> toolSchemaRules();
std::span<const Rule> transportRules();
std::span<const Rule> versionRules();

} // namespace sonde::findings
