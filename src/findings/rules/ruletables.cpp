// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/rules/ruletables.h"

namespace sonde::findings {

std::vector<std::span<const Rule>> ruleTables()
{
    return {authRules(), batchRules(), cancelRules(), capabilityRules(), contentRules(),
        elicitationModeRules(), elicitationRules(), errorCodeRules(), handshakeRules(),
        headerRules(), httpRules(), interimRules(), jsonRpcRules(), lifecycleRules(), listenRules(),
        listRules(), metaRules(), modernRules(), negotiatedRules(), paginationRules(),
        practiceRules(), progressRules(), rateRules(), refusalRules(), samplingRules(),
        samplingToolRules(), schemaRules(), sessionRules(), stdioRules(), structureRules(),
        subscriptionRules(), toolCallRules(), toolHeaderRules(), toolListRules(), toolSchemaRules(),
        versionRules()};
}

} // namespace sonde::findings
