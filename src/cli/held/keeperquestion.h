// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "json/document.h"

#include <QString>

#include <chrono>
#include <string_view>

namespace sonde::cli {

// A response of the keeper of an open server.
struct KeeperReply {
    json::Document message;
    json::Value result() const { return message.root()["result"]; }
};

// Asks the keeper of that name (heldplace.h has the methods), and waits for its response, at most
// for this time; negative: without a limit. An error response is a failure of Domain::Server.
Result<KeeperReply> askKeeper(const QString &name, std::string_view method, std::string_view params,
    std::chrono::milliseconds limit = std::chrono::milliseconds(-1));

} // namespace sonde::cli
