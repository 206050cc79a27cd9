// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "rpc/message.h"
#include "trace/record/record.h"
#include "json/document.h"

#include <QString>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sonde::mock {

// Values of a recorded message that belong to its conversation: the client of the mock has others.
enum class LiveKind : std::uint8_t {
    Id, // of the client's request
    ProgressToken, // that the client's request asked for
    ServerRequestId, // of a request that the server sent
};

struct LiveValue {
    std::size_t begin = 0; // in the bytes of the event
    std::size_t length = 0;
    LiveKind kind = LiveKind::Id;
    std::size_t request = 0; // of a ServerRequestId: the index of its event
};

// What goes wrong with a response.
enum class Fault : std::uint8_t {
    None,
    Silence, // it is never sent
    Broken, // half of its text is sent, which is no JSON
    Twice, // it is sent twice
    WrongId, // it has an id that no request has
    Close, // in its place the connection ends: the program, or the stream of the POST
};

enum class EventKind : std::uint8_t {
    Notification, // and what the server printed without being a message
    ServerRequest,
    Response,
    Stderr, // a line
    ClientResponse, // to a ServerRequest: it is waited for
    Cancellation, // of a subscription by the client: it is waited for
};

// What happened in an exchange after the client's message.
struct Event {
    EventKind kind = EventKind::Notification;
    Bytes bytes{}; // as recorded
    trace::Number number = 0; // of its message; 0: it has none
    std::chrono::nanoseconds delay{0}; // since what happened before in the exchange
    std::vector<LiveValue> live{}; // ascending
    std::size_t request = 0; // of a ClientResponse: the index of its ServerRequest
};

// A request or a notification of the client, and what the server sent because of it or after it.
struct ScriptedExchange {
    trace::Number number = 0; // of the client's message; 0: what the server sent before any
    bool isRequest = true;
    std::string method;
    json::Document message; // of the client
    std::string key; // see paramsKey()
    std::vector<Event> events;
    bool hasResponse = false;
    trace::Number cancelled = 0; // the number of the client's cancellation; 0: there is none

    json::Value params() const { return message.root()["params"]; }
};

class Responder;

// What a mock plays: the server's side of a recording, or what a responder makes.
struct MockScript {
    QString server; // its name in the recording
    ScriptedExchange opening;
    std::vector<ScriptedExchange> exchanges; // in the order of the recording
    std::function<std::unique_ptr<Responder>()> newResponder{}; // empty: the recording is played
};

} // namespace sonde::mock
