// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "serve/servedrequest.h"

namespace sonde::serve {

// Against DNS rebinding (basic/transports, security): a web page may make a browser send requests
// here under a name of its own. What did not come by a name of this machine is refused.
// `onLoopback`: the server listens only there, so the Host must say so. Elsewhere any Host will
// do, but a page from another one may not ask.
std::string originProblem(const ServedRequest &request, bool onLoopback);

bool isLoopbackName(std::string_view authority); // with or without a port

} // namespace sonde::serve
