// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "rpc/message.h"

#include <QString>

#include <cstdint>

namespace sonde::rpc {

// One direction of one connection: an append-only run of bytes. Numbers are given by the tap.
using StreamId = std::uint16_t;

enum class Channel : std::uint8_t {
    Sent,
    Received,
    Stderr,
    Lifecycle, // what happened to the connection, in words; its bytes are UTF-8 text
};

struct StreamInfo {
    QString server; // the profile's name
    int connection = 0; // counts up for every start, probes included; the same for its streams
    Channel channel = Channel::Sent;
    bool probe = false; // a disposable process that only finds out the era
};

// What crosses, reported before anyone acts on it: record first, parse second. Called on the wire
// thread, in the order of events; each stream's offsets follow each other without a gap.
// bytes() for a range always comes before message() for anything inside it.
class Tap {
public:
    virtual ~Tap() = default;

    virtual StreamId openStream(const StreamInfo &info) = 0;
    virtual void bytes(StreamId stream, std::uint64_t offset, Stamp at, const Bytes &bytes) = 0;
    // A message, stray line or stderr line inside the stream. `offset` and the size of
    // message.bytes() say which bytes; `at` is when its last byte was read, or its first written.
    virtual void message(
        StreamId stream, std::uint64_t offset, Stamp at, const Message &message) = 0;
    // What the session found out later about a message (a late or unknown answer, …).
    virtual void problem(StreamId stream, std::uint64_t offset, Problem problem) = 0;
};

} // namespace sonde::rpc
