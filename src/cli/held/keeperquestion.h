// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "tap/relay/inlet.h"
#include "json/document.h"

#include <QString>

#include <chrono>
#include <string_view>

namespace sonde::cli {

class Output;

// A response of the keeper of an open server.
struct KeeperReply {
    json::Document message;
    json::Value result() const { return message.root()["result"]; }
};

// A keeper responds at once, unless it is stopped.
inline constexpr std::chrono::seconds kKeeperPatience{5};
inline constexpr std::chrono::milliseconds kNoLimit{-1};

// Complains of an error of this and of heldplace.h, and gives the exit code of the command.
int failWithout(const Error &error, Output &err);

// Asks the keeper of that name (heldplace.h has the methods), and waits for its response. An error
// response is a failure of Domain::Server.
Result<KeeperReply> askKeeper(const QString &name, std::string_view method, std::string_view params,
    std::chrono::milliseconds limit = kKeeperPatience);
// Asks on a socket that is connected to the keeper.
Result<KeeperReply> askKeeper(const QString &name, const tap::Inlet &socket,
    std::string_view method, std::string_view params,
    std::chrono::milliseconds limit = kKeeperPatience);

} // namespace sonde::cli
