// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/message/runningcall.h"
#include "rpc/message.h"
#include "rpc/origin.h"

#include <chrono>
#include <functional>
#include <optional>

namespace sonde::mcp {

struct CallOptions {
    // Without a value those of the ClientConfig.
    std::optional<std::chrono::milliseconds> idleTimeout; // restarted by progress
    std::optional<std::chrono::milliseconds> totalTimeout; // not restarted
    bool wantProgress = false; // sends a progressToken
    rpc::Origin origin = rpc::Origin::None; // recorded with each message of the call
    std::function<void(const rpc::Message &)> onProgress;
    // Called when a response arrives after the call timed out or was cancelled.
    std::function<void(const GivenUpCall &)> onLate;
};

} // namespace sonde::mcp
