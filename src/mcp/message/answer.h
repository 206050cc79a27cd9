// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "rpc/trafficsink.h"

#include <functional>

namespace sonde::mcp {

// An answer with a result. A JSON-RPC error comes as Error{Domain::Server, code, message} with the
// raw `error` object in Error::data.
struct Answer {
    rpc::Message message;
    Stamp sent; // by our clock when it was handed to the wire
    Stamp received; // when its last byte was read
    rpc::Place place; // in the recording
    int progressCount = 0;
    int httpStatus = 0; // of the answer that carried it; 0 on stdio
    int rounds = 0; // how often it was sent again with what an answer asked for: never cached
    json::Value result() const { return message.result(); }
};

// Who waits for an answer. It is theirs to move from: an answer is large, and passing it on by
// value moved it at every step.
using Answered = std::function<void(Result<Answer> &&)>;

} // namespace sonde::mcp
