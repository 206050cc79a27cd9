// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/recordlist.h"
#include "trace/record/store.h"

#include <stop_token>

namespace sonde::trace {

// How far back the search for the request goes.
inline constexpr std::size_t kMaxLookBack = 50'000; // messages

// The number of the request that caused a message. The message itself determines it: a response by
// its id, progress by its token, a cancellation by the id it names, a task by its id, a later round
// by its requestState; otherwise the request that opened its HTTP exchange; otherwise the only
// request that was pending. 0 if there is none or it is ambiguous.
//
// `first` is the number of records[0]. Reads messages: do not call on the window's thread.
Number causeOf(Number number, const RecordSnapshot &records, Number first, const Store &store,
    const std::stop_token &stop = {});

} // namespace sonde::trace
