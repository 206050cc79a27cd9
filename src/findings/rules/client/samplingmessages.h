// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/context.h"
#include "findings/context/report.h"

#include <string_view>
#include <vector>

namespace sonde::findings {

// The params of each sampling request of a message: its own, or those in a result that wants input
// (2025-11-25 client/sampling, 2026-07-28 basic/patterns/mrtr).
std::vector<json::Value> samplingsOf(const Context &context);

// The blocks of a sampling message: its content, or each entry of it; of one type.
std::vector<json::Value> blocksOf(const json::Value &message);
std::vector<json::Value> blocksOf(const json::Value &message, std::string_view type);

// Calls `check` with each message of each sampling request.
template <typename Check>
void forEachSamplingMessage(const Context &context, Report &report, Check check)
{
    bool isThere = false;
    for (const json::Value &params : samplingsOf(context)) {
        for (const json::Value message : params["messages"]) {
            isThere = true;
            check(message);
        }
    }
    if (!isThere)
        report.notTested();
}

} // namespace sonde::findings
