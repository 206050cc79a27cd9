// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/recordlist.h"
#include "trace/record/store.h"

#include <stop_token>

namespace sonde::trace {

// How far back the request is looked for.
inline constexpr std::size_t kMaxLookBack = 50'000; // messages

// The request that a message came about by, of what the message itself says: a response by its id,
// progress by its token, a cancellation by the id in it, a task by its id, a further round by its
// requestState; else what its HTTP exchange was opened with; else the only request that was running
// then. 0: there is none, or it is not certain.
//
// `first` is the number of records[0]. Reads messages: not for the window's thread.
Number causeOf(Number number, const RecordSnapshot &records, Number first, const Store &store,
    const std::stop_token &stop = {});

} // namespace sonde::trace
