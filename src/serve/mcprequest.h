// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "serve/httpreply.h"
#include "serve/servedrequest.h"

#include <string>
#include <string_view>

namespace sonde::serve {

// What every server of Streamable HTTP looks at and says (basic/transports of all revisions).

// Globally unique, cryptographically secure, visible ASCII.
std::string newSessionId();
bool accepts(const ServedRequest &request, std::string_view type);
HttpReply::Fields allow(std::string_view methods); // for status 405
// Refuses a POST with another Content-Type than JSON, or an Accept without one of the two types of
// a response. Returns whether it did.
bool refusePost(const ServedRequest &request, HttpReply &reply);

} // namespace sonde::serve
