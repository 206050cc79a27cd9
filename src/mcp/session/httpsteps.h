// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/session/startlog.h"
#include "wire/link/httpstate.h"

namespace sonde::mcp {

// The steps of a start over HTTP, as far as its first exchange has come.
void logHttpTimes(
    StartLog &log, const wire::HttpTimes &times, const wire::HttpConnectionFacts &facts);

// The step that failed, with this sentence.
void logHttpFailure(StartLog &log, const wire::HttpFailure &failure, const QString &sentence);

} // namespace sonde::mcp
