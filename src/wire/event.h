// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"
#include "wire/transport.h"

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
    std::uint64_t offset = 0; // in the received stream, for rpc::Tap::problem
};
struct Diagnostic {
    Bytes line;
    Stamp at;
};
struct Ended {
    ExitReport report;
    Stamp at;
};
using Event = std::variant<Started, StartFailed, Received, Diagnostic, Ended>;

} // namespace sonde::wire
