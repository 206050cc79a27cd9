// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/context.h"
#include "findings/context/report.h"

#include <vector>

namespace sonde::findings {

// The schemas that a message asks to be filled in: one of a request, several of a result that wants
// input (2026-07-28 basic/patterns/mrtr).
std::vector<json::Value> requestedSchemas(const Context &context);

// Calls `check` with each property of each form that is an object. Without any property there is
// nothing to test.
template <typename Check>
void forEachProperty(const Context &context, Report &report, Check check)
{
    bool isThere = false;
    for (const json::Value &schema : requestedSchemas(context)) {
        for (const json::Value property : report.untilFull(schema["properties"])) {
            isThere = true;
            if (property.isObject())
                check(property);
        }
    }
    if (!isThere)
        report.notTested();
}

} // namespace sonde::findings
