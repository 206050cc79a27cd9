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

// One direction of one connection: an append-only run of bytes. The TrafficSink numbers them.
using StreamId = std::uint16_t;

enum class Channel : std::uint8_t {
    Sent,
    Received,
    Stderr,
    Lifecycle, // what happened to the connection: UTF-8 lines, see lifecycle.h
    Http, // facts about each HTTP exchange: JSON texts, see Exchange
};

struct StreamInfo {
    QString server; // the profile's name
    int connection =
        0; // counts every start, probes included; shared by all streams of a connection
    Channel channel = Channel::Sent;
    bool probe = false; // a disposable process or connection that only detects the era
};

// An HTTP exchange in the recording; 0: none. The TrafficSink numbers them.
using ExchangeId = std::uint32_t;

// Where the bytes of a message are.
struct Place {
    StreamId stream = 0;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    ExchangeId exchange = 0; // which carried it
    bool folded = false; // the bytes are lines of an event: unfoldSseData() gives the message
};

// An HTTP exchange as a list shows it. Request and response use a pair of streams, headers first,
// then the body. The next exchange reuses the pair when both are complete, so that a long session
// does not run out of streams.
struct Exchange {
    enum class State : std::uint8_t {
        Open,
        Done, // the whole response has arrived
        Failed,
        Aborted, // by us
    };
    State state = State::Open;
    std::string_view method; // "POST"
    std::string_view target; // path and query
    int status = 0; // 0: no response yet
    std::uint64_t received = 0; // bytes of the response's body so far
    Stamp begun;
    Stamp ended; // zero while it is open
    // A JSON text in the connection's Http stream: url, ranges of headers and body, times, TLS,
    // error. Every update writes a new text with more facts.
    Place facts;
};

// Receives all traffic before anything acts on it: record first, parse second. Called on the wire
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
    // Until endBatch() only bytes() and message() are called, so that a recorder can store the
    // calls of one read together.
    virtual void beginBatch() { }
    virtual void endBatch() { }
    // A problem with a recorded message that the session found later (a late or unmatched
    // response, …).
    virtual void problem(StreamId stream, std::uint64_t offset, Problem problem) = 0;
    // Before any message that the exchange carries.
    virtual ExchangeId openExchange(const Exchange &exchange) = 0;
    virtual void updateExchange(ExchangeId id, const Exchange &exchange) = 0;
};

} // namespace sonde::rpc
