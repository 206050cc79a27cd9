// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/message/runningcall.h"
#include "rpc/message.h"

#include <chrono>
#include <functional>

namespace sonde::mcp {

struct CallOptions {
    std::chrono::milliseconds idleTimeout{60'000}; // restarted by progress
    std::chrono::milliseconds totalTimeout{300'000}; // not restarted
    bool wantProgress = false; // sends a progressToken
    std::function<void(const rpc::Message &)> onProgress;
    // Called when a response arrives after the call timed out or was cancelled.
    std::function<void(const GivenUpCall &)> onLate;
};

} // namespace sonde::mcp
