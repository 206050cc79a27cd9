// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "rpc/message.h"
#include "rpc/origin.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string_view>

namespace sonde::rpc {

// One direction of one connection: an append-only sequence of bytes. The TrafficSink assigns ids.
using StreamId = std::uint16_t;

enum class Channel : std::uint8_t {
    Sent,
    Received,
    Stderr,
    Lifecycle, // lifecycle events of the connection: UTF-8 lines, see lifecycle.h
    Http, // properties of each HTTP exchange: JSON texts, see Exchange
};

struct StreamInfo {
    QString server; // the profile's name
    int connection =
        0; // counts all connections, including probes; shared by the streams of a connection
    Channel channel = Channel::Sent;
    bool probe = false; // a disposable process or connection that only detects the era
};

// An HTTP exchange in the recording; 0: none. The TrafficSink assigns ids.
using ExchangeId = std::uint32_t;

// The location of a message's bytes.
struct Place {
    StreamId stream = 0;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    ExchangeId exchange = 0; // the exchange that carried the message
    // The bytes span several lines of an event: unfoldSseData() returns the message.
    bool folded = false;
    Origin origin = Origin::None; // of a message that is sent
    // Of a lifecycle event: where the message begins that it is about.
    struct About {
        StreamId stream = 0;
        std::uint64_t offset = 0;
    };
    std::optional<About> about{};
};

// An HTTP exchange as shown in a list. Request and response use a pair of streams, headers first,
// then the body. The next exchange reuses the pair once both are complete, so that a long session
// does not run out of streams.
struct Exchange {
    enum class State : std::uint8_t {
        Open,
        Done, // the response is complete
        Failed,
        Aborted, // aborted by the client
    };
    State state = State::Open;
    std::string_view method; // "POST"
    std::string_view target; // path and query
    int status = 0; // 0: no response yet
    std::uint64_t received = 0; // bytes of the response body so far
    Stamp begun;
    Stamp ended; // zero while it is open
    // A JSON text in the connection's Http stream: URL, ranges of headers and body, times, TLS,
    // error. Every update writes a new text with more properties.
    Place facts;
    Origin origin = Origin::None; // of the message that it carries, or of the exchange itself
};

// Receives all traffic before it is processed: record first, parse second. Called on the wire
// thread, in the order of events; the offsets of each stream are contiguous. bytes() for a range is
// always called before message() for any message inside it.
class TrafficSink {
public:
    virtual ~TrafficSink() = default;

    virtual StreamId openStream(const StreamInfo &info) = 0;
    virtual void bytes(StreamId stream, std::uint64_t offset, Stamp at, const Bytes &bytes) = 0;
    // A message, stray line or stderr line; `at` is when its last byte was read, or its first byte
    // was written. Returns that time, on the steady clock, of the request that a response matches;
    // 0 if there is none.
    virtual std::int64_t message(const Place &place, Stamp at, const Message &message) = 0;
    // Until endBatch() only bytes() and message() are called, so that a recorder can store the
    // calls for one read together.
    virtual void beginBatch() { }
    virtual void endBatch() { }
    // Reports a problem with a recorded message that the session detected later (a late or
    // unmatched response, …).
    virtual void problem(StreamId stream, std::uint64_t offset, Problem problem) = 0;
    // Called before any message that the exchange carries.
    virtual ExchangeId openExchange(const Exchange &exchange) = 0;
    virtual void updateExchange(ExchangeId id, const Exchange &exchange) = 0;
};

} // namespace sonde::rpc
