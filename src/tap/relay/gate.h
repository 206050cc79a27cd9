// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "rpc/trafficsink.h"

#include <cstdint>
#include <optional>

namespace sonde::tap {

// May hold back or change what crosses a relay from the host to the server (Sent) and back
// (Received). It is asked before each read, and while it is closed bytes pass without it. Called on
// the relay's thread, which must not wait.
class Gate {
public:
    virtual ~Gate() = default;

    // Whether the gate wants the next bytes of this direction.
    virtual bool isClosed(rpc::Channel channel) const = 0;
    // Bytes passed while it was open: a line that began in them passes to its end.
    virtual void passed(rpc::Channel channel, const Bytes &bytes) = 0;
    // Bytes that were read while it was closed; what next() gives is written in their stead.
    virtual void take(rpc::Channel channel, Stamp at, const Bytes &bytes) = 0;
    // The writer of this direction has ended.
    virtual void sourceEnded(rpc::Channel channel) = 0;
    // The reader of this direction has ended: nothing can be written any more.
    virtual void sinkEnded(rpc::Channel channel) = 0;

    virtual std::optional<Bytes> next(rpc::Channel channel) = 0; // to be written
    virtual bool isFull(rpc::Channel channel) const = 0; // nothing more is to be read
    virtual bool isWaiting(rpc::Channel channel) const = 0; // more will be written
    virtual bool endsStream(rpc::Channel channel) const = 0; // no more is to be read or written

    // Becomes readable when serve() has something to do; -1: never.
    virtual int wakeDescriptor() const = 0;
    virtual std::int64_t
    nextDue() const = 0; // steady time at which serve() has; the largest: never
    virtual void serve(Stamp now) = 0;
    // The server has ended: nothing waits any more.
    virtual void letGo() = 0;
};

} // namespace sonde::tap
