// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <cstdint>
#include <optional>

namespace sonde::mcp {

// The last progress notification of a request.
struct CallProgress {
    static constexpr qsizetype kMaxMessage = 200; // characters

    int count = 0; // of notifications
    double done = 0;
    std::optional<double> total;
    QString message;
};

// A request of the client that waits for its response. Times are steady nanoseconds.
struct RunningCall {
    std::int64_t token = 0; // Client::cancelRunning() and extendRunning() take it
    QString method;
    QString target; // the tool's name
    std::int64_t sentNs = 0;
    std::int64_t idleDeadline = 0; // extended by progress
    std::int64_t totalDeadline = 0;
    CallProgress progress;
    // The deadlines stand still since then, while a request of the server that belongs to the call
    // waits for a response, or a breakpoint holds a message; 0: they do not.
    std::int64_t pausedNs = 0;
    bool isAtBreakpoint = false; // because of the latter
};

// A request of the client that timed out or was cancelled; a response to it is late. Times are
// steady nanoseconds.
struct GivenUpCall {
    std::int64_t token = 0;
    QString method;
    QString target;
    std::int64_t sentNs = 0;
    std::int64_t givenUpNs = 0;
    bool timedOut = false; // otherwise it was cancelled
    std::int64_t answeredNs = 0; // when a late response arrived; 0: none has
};

} // namespace sonde::mcp
