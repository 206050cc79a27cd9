// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "rpc/message.h"

#include <QString>

#include <cstdint>
#include <string_view>

namespace sonde::rpc {

// One direction of one connection: an append-only run of bytes. Numbers are given by the traffic.
using StreamId = std::uint16_t;

enum class Channel : std::uint8_t {
    Sent,
    Received,
    Stderr,
    Lifecycle, // what happened to the connection, in words; its bytes are UTF-8 text
    Http, // what is known about each HTTP exchange: JSON texts, see Exchange
};

struct StreamInfo {
    QString server; // the profile's name
    int connection = 0; // counts up for every start, probes included; the same for its streams
    Channel channel = Channel::Sent;
    bool probe = false; // a disposable process or connection that only finds out the era
};

// An HTTP exchange in the recording; 0: none. Numbers are given by the traffic.
using ExchangeId = std::uint32_t;

// Where the bytes of a message are.
struct Place {
    StreamId stream = 0;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    ExchangeId exchange = 0; // which carried it
    bool folded = false; // the bytes are lines of an event: unfoldSseData() gives the message
};

// An HTTP exchange as a list shows it. Request and answer use a pair of streams, head and body one
// after the other, and leave them to the next exchange when both are over: like a connection, so
// that a long session does not run out of streams.
struct Exchange {
    enum class State : std::uint8_t {
        Open,
        Done, // the whole answer has arrived
        Failed,
        Aborted, // by us
    };
    State state = State::Open;
    std::string_view method; // "POST"
    std::string_view target; // path and query
    int status = 0; // 0: no answer yet
    std::uint64_t received = 0; // bytes of the answer's body so far
    Stamp begun;
    Stamp ended; // zero while it is open
    // A JSON text in the connection's Http stream: url, ranges of head and body, times, TLS,
    // error. It says more each time.
    Place facts;
};

// What crosses, reported before anyone acts on it: record first, parse second. Called on the wire
// thread, in the order of events; each stream's offsets follow each other without a gap.
// bytes() for a range always comes before message() for anything inside it.
class TrafficSink {
public:
    virtual ~TrafficSink() = default;

    virtual StreamId openStream(const StreamInfo &info) = 0;
    virtual void bytes(StreamId stream, std::uint64_t offset, Stamp at, const Bytes &bytes) = 0;
    // A message, stray line or stderr line; `at` is when its last byte was read, or its first
    // written.
    virtual void message(const Place &place, Stamp at, const Message &message) = 0;
    // What is reported until endBatch() came by one call, so whoever records may do it at one go.
    // bytes() and message() only, and nobody else is called meanwhile.
    virtual void beginBatch() { }
    virtual void endBatch() { }
    // What the session found out later about a message (a late or unknown answer, …).
    virtual void problem(StreamId stream, std::uint64_t offset, Problem problem) = 0;
    // Before any message that the exchange carries.
    virtual ExchangeId openExchange(const Exchange &exchange) = 0;
    virtual void updateExchange(ExchangeId id, const Exchange &exchange) = 0;
};

} // namespace sonde::rpc
