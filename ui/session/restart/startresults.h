// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/changes/restart.h"

#include <deque>

namespace sonde::session {

// Resident bytes of the process and what it started; 0: not known. Reads the files of the system;
// on any thread.
std::uint64_t residentBytes(qint64 pid);

// The start with what came of its saved calls, and with the memory of its process by now. `before`
// has the last run of each call: what was learned stays with the call, and a result that is the
// same as before is kept once. `seconds` has the results of second runs right after those of
// `after`; empty without one. CPU work for another thread.
models::Restart withRuns(models::Restart restart, qint64 pid, const changes::CallRuns &before,
    const changes::CallRuns &after, const std::vector<Bytes> &seconds);

// Keeps as many bytes of results as that, those of the newest starts.
void dropOldResults(std::deque<models::Restart> &restarts, std::size_t most);

} // namespace sonde::session
