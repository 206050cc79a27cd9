// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/call/serverdialect.h"

namespace sonde::demo {

bool ServerDialect::declares(const json::Value &capabilities, const RequestToClient &request)
{
    if (request.capability.empty())
        return true;
    const json::Value declared = capabilities[request.capability];
    if (!declared.isObject())
        return false;
    // 2025-11-25 client/elicitation: an empty object means form mode, and forms are all we ask for.
    return request.capability != "elicitation" || declared.count() == 0 || declared["form"];
}

} // namespace sonde::demo
