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

// An external program that answers in the place of a person: the request's params on its stdin,
// then the end of input; one JSON object on its stdout, and exit code 0. No shell is involved.
struct AnswerProgram {
    static constexpr std::size_t kMaxOutput = std::size_t(64) << 20;
    static constexpr std::size_t kMaxDiagnostics = std::size_t(64)
        << 10; // of stderr, for the error

    wire::Launch launch; // its patience is not used: `timeout` is
    std::chrono::milliseconds timeout{60'000};

    // Gives what stood on stdout, without white space around it. Fails with Domain::Process (could
    // not start, another exit code; stderr is the detail), Timeout, Json (no JSON object) or
    // Cancelled. A program that goes on is ended: SIGTERM, then SIGKILL, to its group.
    RequestHandle run(
        const Bytes &params, QObject *context, std::function<void(Result<Bytes>)> done) const;
};

} // namespace sonde::review
