// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fanout/fanresult.h"

#include "fanout/fanouttr.h"

namespace sonde::fanout {

void FanResult::adopt(const Result<mcp::Response> &response)
{
    if (!response) {
        const Error &error = response.error();
        sentence = error.sentence;
        took = error.took;
        if (error.domain != Domain::Server)
            return;
        outcome = Outcome::Error;
        errorCode = error.code;
        value = Bytes::fromByteArray(error.data);
        return;
    }
    const json::Value result = response->result();
    if (result["resultType"].equals("input_required")) {
        sentence = Text::tr("The server requires input to continue, and received none.");
        return;
    }
    outcome = result["isError"].toBool().value_or(false) ? Outcome::ToolError : Outcome::Result;
    value = Bytes::copyOf(result.raw());
    took = std::chrono::nanoseconds(response->serverNs());
}

} // namespace sonde::fanout
