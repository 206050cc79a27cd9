// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "rpc/message.h"
#include "tap/breakpoint/breakpoint.h"

#include <optional>
#include <string>

namespace sonde::tap {

// What becomes of a message, with its line end, by an action that breaks its bytes.
Bytes brokenLine(const Bytes &line, const BreakpointAction &action);

// The response with a line end that `text` (BreakpointAction::text) makes for the request; nothing
// if the text is no JSON object.
std::optional<Bytes> responseLine(const rpc::Message &request, const std::string &text);

} // namespace sonde::tap
