// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/requesthandle.h"
#include "base/result.h"
#include "wire/process/launch.h"

#include <QObject>

#include <chrono>
#include <functional>

namespace sonde::review {

// An external program that responds instead of the user: it gets the request's params on stdin,
// then the end of input, and must write one JSON object to stdout and exit with 0. No shell is
// involved.
struct ResponseProgram {
    static constexpr std::size_t kMaxOutput = std::size_t(64) << 20;
    static constexpr std::size_t kMaxDiagnostics = std::size_t(64)
        << 10; // of stderr, for the error

    wire::Launch launch; // its patience is not used: `timeout` is
    std::chrono::milliseconds timeout{60'000};

    // Passes on stdout without surrounding white space. Fails with Domain::Process (could
    // not start, another exit code; stderr is the detail), Timeout, Json (no JSON object) or
    // Cancelled. A program that goes on is ended: SIGTERM, then SIGKILL, to its group.
    RequestHandle run(
        const Bytes &params, QObject *context, std::function<void(Result<Bytes>)> done) const;
};

} // namespace sonde::review
