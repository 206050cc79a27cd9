// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/rules/ruletables.h"

namespace sonde::findings {

std::vector<std::span<const Rule>> ruleTables()
{
    return {authRules(), capabilityRules(), httpRules(), jsonRpcRules(), lifecycleRules(),
        modernRules(), paginationRules(), progressRules(), schemaRules(), sessionRules(),
        stdioRules(), toolCallRules(), toolListRules()};
}

} // namespace sonde::findings
