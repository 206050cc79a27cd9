// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "tap/relay/inlet.h"

#include <QString>
#include <QStringList>

#include <string_view>

namespace sonde::cli {

// The notification, from close to a keeper, that ends it. Never sent to the server.
inline constexpr std::string_view kCloseMethod = "sonde/close";

// The sockets of held servers: a folder beside that of the taps, for its owner only.
QString heldFolder();
// Creates the folder if it is missing, and checks that it is only for this user.
Result<void> makeHeldFolder();
QString heldPath(const QString &name);

// The names that accept connections, sorted.
QStringList heldNames();

// Whether a name may be a file: letters, digits, “.”, “_” and “-”.
Result<void> checkHeldName(const QString &name);
// The socket of a held server; the error says which there are.
Result<tap::Inlet> connectToHeld(const QString &name);

} // namespace sonde::cli
