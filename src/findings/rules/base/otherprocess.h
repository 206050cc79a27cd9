// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/context.h"

namespace sonde::findings {

// A process that ends leaves its subscription without a response, and the next one counts its
// requests from the beginning again. In the modern era nothing in a recording tells two clients of
// a URL apart, but that each of them begins with a probe.
inline bool mayBeOfOtherProcess(const Context &context, const SeenRequest &request)
{
    return request.lost != 0 && context.connection.probe > request.number;
}

} // namespace sonde::findings
