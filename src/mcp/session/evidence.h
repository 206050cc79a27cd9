// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"
#include "wire/link/httpstate.h"

#include <memory>
#include <optional>

namespace sonde::mcp {

// Why a session could not be opened, for the negotiation of the era.
struct Evidence {
    int httpStatus = 0; // 0: no response arrived, or the transport is stdio
    std::optional<rpc::Message> response{}; // a JSON-RPC error response
    std::shared_ptr<const wire::HttpFailure> failure{}; // an HTTP response without a message
};

} // namespace sonde::mcp
