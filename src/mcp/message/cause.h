// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"

#include <string>

namespace sonde::mcp {

// The client's request that led to a server request, as far as it is known.
struct Cause {
    rpc::Id id{}; // empty: no request of the client is pending, or it may be one of several
    std::string method{};
    std::string target{}; // the tool's or prompt's name, the resource's URI
    // The server request came in the HTTP response of that request; otherwise that request was the
    // only pending one.
    bool certain = false;
};

} // namespace sonde::mcp
