// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/rules/client/requestedforms.h"

namespace sonde::findings {

std::vector<json::Value> requestedSchemas(const Context &context)
{
    std::vector<json::Value> schemas;
    const auto add = [&schemas](const json::Value &params) {
        if (params["requestedSchema"].isObject())
            schemas.push_back(params["requestedSchema"]);
    };
    add(context.params());
    for (const json::Value request : context.result()["inputRequests"]) {
        if (request["method"].equals("elicitation/create"))
            add(request["params"]);
    }
    return schemas;
}

} // namespace sonde::findings
