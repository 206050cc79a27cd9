// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "rpc/trafficsink.h"

namespace sonde::tap {

// Is told of bytes after they were passed on. Called on the relay's thread, which must not wait.
class TrafficObserver {
public:
    virtual ~TrafficObserver() = default;

    // `at` is when they were read. Sent: from the host to the server.
    virtual void crossed(rpc::Channel channel, Stamp at, const Bytes &bytes) = 0;
};

} // namespace sonde::tap
