// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/connection.h"
#include "findings/context/httpexchange.h"

namespace sonde::findings {

// The session id of the request; empty if it has none.
std::string sessionOf(const HttpExchange &exchange);

// Events of streams have different ids within one of these: the session of the exchange, or, of a
// server without sessions, what follows the newest `initialize`.
std::string streamSessionOf(const HttpExchange &exchange, const Connection &connection);

// Whether the server refuses the request because of its session, and says so: see
// wire::isSessionRefusal().
bool saysSessionIsUnknown(const HttpExchange &exchange);

// Whether 401 or 403 is about the session and not about a login: the server says so; or the
// connection's requests pass without a token, and only one whose session has ended or was never
// given gets 401.
bool isSessionRefusal(const HttpExchange &exchange, const Connection &connection);

} // namespace sonde::findings
