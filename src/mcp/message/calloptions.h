// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/message/runningcall.h"
#include "rpc/message.h"
#include "rpc/origin.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

namespace sonde::mcp {

struct CallOptions {
    // Without a value those of the ClientConfig.
    std::optional<std::chrono::milliseconds> idleTimeout; // restarted by progress
    std::optional<std::chrono::milliseconds> totalTimeout; // not restarted
    bool wantProgress = false; // sends a progressToken
    rpc::Origin origin = rpc::Origin::None; // recorded with each message of the call
    // Called with the id of each request of the call, before it is sent: a request for which the
    // server requires input is sent again, and so is one whose HTTP session was forgotten. Not
    // called for a typed line, which has its own id.
    std::function<void(std::int64_t)> onNumbered{};
    std::function<void(const rpc::Message &)> onProgress;
    // Called when a response arrives after the call timed out or was cancelled.
    std::function<void(const GivenUpCall &)> onLate;
};

} // namespace sonde::mcp
