// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "rpc/trafficsink.h"

#include <algorithm>
#include <functional>

namespace sonde::mcp {

// A response with a result. A JSON-RPC error comes as Error{.domain = Domain::Server, .code = code,
// .sentence = message} with the raw `error` object in Error::data.
struct Response {
    rpc::Message message;
    // When the first byte of the request was written, as recorded; without a recording, when it was
    // handed to the transport.
    Stamp sent;
    Stamp received; // when its last byte was read
    rpc::Place place; // in the recording
    int progressCount = 0;
    int httpStatus = 0; // of the response that carried it; 0 on stdio
    // Of the time between them, in which Sonde waited for the user to log in, or to decide at a
    // breakpoint.
    std::int64_t suspendedNs = 0;
    int rounds =
        0; // how often the request was sent again with input; such a response is never cached
    // From the first byte of the request to the last one of the response.
    std::int64_t tookNs() const { return received.steady - sent.steady; }
    // tookNs() without the time in which Sonde waited for the user.
    std::int64_t serverNs() const { return std::max<std::int64_t>(0, tookNs() - suspendedNs); }
    json::Value result() const { return message.result(); }
};

// The callback of a request. It may move from the response, which is large.
using Answered = std::function<void(Result<Response> &&)>;

} // namespace sonde::mcp
