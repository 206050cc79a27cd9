// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "tap/relay/inlet.h"

#include <QString>
#include <QStringList>

#include <string_view>

namespace sonde::cli {

// What commands ask a keeper, beside what they ask its server. Never sent to the server.
namespace keeper {
// Closes the server, and ends: the socket is closed once that is done. The result is empty.
inline constexpr std::string_view kClose = "sonde/close";
// The result: "server", "target", "revision", "seconds", "calls", "requests", "recording", "pid".
inline constexpr std::string_view kState = "sonde/state";
// The result: "requests", an array of the server requests that wait.
inline constexpr std::string_view kRequests = "sonde/requests";
// The params: "request", its number, and "result"; without it the server gets what says no. The
// result: that of HeldCalls::adopt(), or an empty object when no call waited.
inline constexpr std::string_view kRespond = "sonde/respond";
// Cancels the call that led to a server request. The params: "request", its number. The result is
// empty.
inline constexpr std::string_view kCancelCall = "sonde/cancelCall";
} // namespace keeper

// The sockets of held servers: a folder beside that of the taps, for its owner only.
QString heldFolder();
QString heldPath(const QString &name);

// The names that accept connections, sorted.
QStringList heldNames();

// The socket of a held server; the error says which there are.
Result<tap::Inlet> connectToHeld(const QString &name);
Error noResponseOf(const QString &name); // its keeper is stopped, or busy
// Makes the name this process's own, as long as the descriptor is open: no other one can keep a
// server of that name, also while neither listens yet.
Result<tap::Inlet> lockHeldName(const QString &name);

} // namespace sonde::cli
