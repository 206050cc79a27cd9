// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <chrono>

namespace sonde::wire {

// How long a client waits for the server of an endpoint. The time for a connection to a URL is
// HttpTarget::connectTimeout.
struct EndpointTimeouts {
    std::chrono::milliseconds handshake{10'000}; // until the response to the first request
    // Of a request without timeouts of its own.
    std::chrono::milliseconds idle{60'000}; // restarted by progress
    std::chrono::milliseconds total{300'000}; // not restarted
    // A server that a launcher still fetches (npx, uvx, docker) is waited for, but not for longer.
    std::chrono::milliseconds fetch{600'000};
};

} // namespace sonde::wire
