// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "mock/mockscript.h"
#include "trace/record/recordlist.h"
#include "trace/record/store.h"

namespace sonde::mock {

// Of a script, which is in memory.
struct ScriptLimits {
    std::size_t exchanges = 200'000;
    std::size_t events = 1'000'000;
    std::size_t bytes = std::size_t(512) << 20; // of all its messages
};
inline constexpr std::uint32_t kMaxDepth = 500; // of the JSON of the client's messages

// The server's side of a recording: of all connections to the server of that name, or, if it is
// empty, to the server of the last connection. Connections that only detected the era are left out.
// Fails (Domain::Storage) if the recording has no message of such a client, or exceeds a limit.
Result<MockScript> recordedScript(const trace::Store &store, const trace::RecordSnapshot &records,
    const QString &server = {}, const ScriptLimits &limits = {});

} // namespace sonde::mock
