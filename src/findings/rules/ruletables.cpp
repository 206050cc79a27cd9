// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/rules/ruletables.h"

namespace sonde::findings {

std::vector<std::span<const Rule>> ruleTables()
{
    return {httpRules(), jsonRpcRules(), modernRules(), paginationRules(), progressRules(),
        stdioRules(), toolCallRules(), toolListRules()};
}

} // namespace sonde::findings
