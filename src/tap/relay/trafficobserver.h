// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "rpc/trafficsink.h"

#include <cstdint>
#include <optional>
#include <string>

namespace sonde::tap {

// A message that crossed: its direction, and how many bytes crossed before it.
struct Crossing {
    rpc::Channel channel = rpc::Channel::Sent;
    std::uint64_t position = 0;
};

// Is told of bytes after they were passed on. Called on the relay's thread, which must not wait.
class TrafficObserver {
public:
    virtual ~TrafficObserver() = default;

    // `at` is when they were read. Sent: from the host to the server.
    virtual void crossed(rpc::Channel channel, Stamp at, const Bytes &bytes) = 0;
    // A message that was sent in the name of either side, without its line end, and by whom: "by
    // you", "breakpoint 2".
    virtual void composed(rpc::Channel, Stamp, const Bytes &, const std::string &) { }
    // What was done with a message that crossed; `line` is an event of rpc::lifecycle:
    // "id\tdetail".
    virtual void noted(Stamp, const std::string &, const Crossing &) { }
};

} // namespace sonde::tap
