// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"
#include "wire/link/authorizer.h"
#include "wire/link/heldrequest.h"
#include "wire/link/httpstate.h"
#include "wire/link/transport.h"

#include <cstdint>
#include <limits>
#include <variant>

namespace sonde::wire {

// The events of a connection for its owner.
struct Started {
    StartReport report;
};
struct StartFailed {
    StartReport report;
    Error error;
};
struct Received {
    rpc::Message message; // also Kind::Invalid
    Stamp at;
    rpc::Place place; // in the recording, for rpc::TrafficSink::problem
    int httpStatus = 0; // of the response that carried it; 0 on stdio
    rpc::Id responseTo{}; // the request whose HTTP response carried it; empty on stdio
    // The Outgoing::number of the last request recorded before the message: only that request and
    // earlier ones can be answered by it. The largest number if requests are not counted.
    std::int64_t sentUpTo = std::numeric_limits<std::int64_t>::max();
    // Of a response, when the first byte of its request was written, on the steady clock; 0:
    // unknown.
    std::int64_t requestedNs = 0;
};
// A sent message was not delivered, or cannot get a response.
struct Refused {
    rpc::Id id; // of the request; empty for a notification or response
    HttpFailure failure;
    Stamp at;
};
// The server requires authorization, or additional scopes. The refused exchanges are held, and
// repeated after Link::setAuthorization(); see authorizer.h. Sent once for all held exchanges.
struct AuthorizationRequested {
    AuthorizationChallenge request;
};
struct HttpStateChanged {
    HttpState state;
};
struct Diagnostic {
    Bytes line;
    Stamp at;
};
// The server is not running yet: this program downloads it ("npx"). Sent every second.
struct Fetching {
    QString program;
};
// A line on stdout is unfinished. Sent again when it has grown; for a long line when it has
// doubled.
struct Unended {
    std::string beginning; // at most kMaxBeginning bytes
    std::uint64_t bytes = 0; // received so far
    Stamp at;
    static constexpr std::size_t kMaxBeginning = 256;
    static constexpr std::uint64_t kExact = std::uint64_t(64)
        << 10; // above this, `bytes` is a lower bound
};
struct Ended {
    ExitReport report;
    Stamp at;
};
// A breakpoint has begun or ceased to hold messages, until a person decides: meanwhile the clocks
// of requests stand still.
struct BreakpointHolds {
    bool holds = false;
    Stamp at;
};
// A breakpoint has dropped a request of the client, or the response to it: none comes.
struct BreakpointDropped {
    rpc::Id request;
    bool isResponse = false;
};
using Event = std::variant<Started, StartFailed, Received, Diagnostic, Refused,
    AuthorizationRequested, HeldRequest, HttpStateChanged, Fetching, Unended, BreakpointHolds,
    BreakpointDropped, Ended>;

} // namespace sonde::wire
