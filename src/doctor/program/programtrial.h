// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "base/result.h"
#include "config/profile.h"
#include "doctor/program/trialfacts.h"
#include "wire/process/launch.h"

#include <QObject>

#include <chrono>
#include <functional>

namespace sonde::doctor {

struct TrialLimits {
    std::chrono::milliseconds response{10'000}; // to initialize
    std::chrono::milliseconds download{60'000}; // while npx or its like downloads the server
    std::chrono::milliseconds next{2'000}; // for each later step
};

// Starts a server as `launch` says, in the era of its profile, sends initialize (or
// server/discover), ping and tools/list, closes its input, and observes. Calls no tool. The
// callback gets what was seen, once, and never after the context is destroyed; cancel() ends the
// server and gives Domain::Cancelled.
RequestHandle tryProgram(const wire::Launch &launch, const config::Profile &profile,
    const TrialLimits &limits, QObject *context, std::function<void(Result<TrialFacts>)> done);

} // namespace sonde::doctor
