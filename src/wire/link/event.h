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

// What happened on a connection, as its owner gets it.
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
    int httpStatus = 0; // of the answer that carried it; 0 on stdio
    rpc::Id answerTo{}; // the request whose own HTTP answer it came in; empty on stdio
    // The Outgoing::number of the last request that was recorded before it: only such a one can
    // be answered by it. The largest number where nobody counts.
    std::int64_t sentUpTo = std::numeric_limits<std::int64_t>::max();
};
// A message of ours did not get through, or will not be answered on this way.
struct Refused {
    rpc::Id id; // of the request; empty for a notification or an answer of ours
    HttpFailure failure;
    Stamp at;
};
// The server wants authorization, or more of it. The exchanges that it asked wait, and are repeated
// when Link::setAuthorization() tells what to send; see authorizer.h. Once for all that wait.
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
// The server does not run yet: that program fetches it ("npx"). Again every second.
struct Fetching {
    QString program;
};
// A line on stdout has begun and not ended. Told again as it grows; a long one when it has doubled.
struct Unended {
    std::string beginning; // at most kMaxBeginning bytes
    std::uint64_t bytes = 0; // that came so far
    Stamp at;
    static constexpr std::size_t kMaxBeginning = 256;
    static constexpr std::uint64_t kExact = std::uint64_t(64) << 10; // above it: at least as many
};
struct Ended {
    ExitReport report;
    Stamp at;
};
using Event = std::variant<Started, StartFailed, Received, Diagnostic, Refused,
    AuthorizationRequested, HeldRequest, HttpStateChanged, Fetching, Unended, Ended>;

} // namespace sonde::wire
