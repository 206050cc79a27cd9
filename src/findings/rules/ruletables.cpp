// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/rules/ruletables.h"

namespace sonde::findings {

std::vector<std::span<const Rule>> ruleTables()
{
    return {authRules(), cancelRules(), capabilityRules(), contentRules(), elicitationRules(),
        headerRules(), httpRules(), jsonRpcRules(), lifecycleRules(), modernRules(),
        paginationRules(), practiceRules(), progressRules(), refusalRules(), schemaRules(),
        sessionRules(), stdioRules(), structureRules(), subscriptionRules(), toolCallRules(),
        toolListRules(), toolSchemaRules()};
}

} // namespace sonde::findings
