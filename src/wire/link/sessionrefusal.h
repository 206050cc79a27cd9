// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/http/httpmessage.h"

#include <string_view>

namespace sonde::wire {

// 2025-11-25 basic/transports#session-management: an unknown session gets 404, and a request
// without one 400. Many servers use another status, and only their text says what they mean.

inline constexpr std::size_t kMaxRefusalText = 4096; // bytes of a text that are looked at

// Whether a server's text is about a session: "Session not found", "Mcp-Session-Id header is
// required". A text that also speaks of a login or a token is about those.
bool namesSession(std::string_view text);

// Whether a response with that head, whose body begins with `text`, refuses the request because of
// its session. Never for 404 and 429, and for 401 and 403 only without a challenge.
bool isSessionRefusal(const HttpHead &head, std::string_view text);

} // namespace sonde::wire
