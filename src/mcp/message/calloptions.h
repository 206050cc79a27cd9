// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/message/runningcall.h"
#include "rpc/message.h"

#include <chrono>
#include <functional>

namespace sonde::mcp {

struct CallOptions {
    std::chrono::milliseconds idleTimeout{60'000}; // progress starts it anew
    std::chrono::milliseconds totalTimeout{300'000}; // progress does not
    bool wantProgress = false; // sends a progressToken
    std::function<void(const rpc::Message &)> onProgress;
    // An answer has come after the call had ended with a timeout or was cancelled.
    std::function<void(const GivenUpCall &)> onLate;
};

} // namespace sonde::mcp
