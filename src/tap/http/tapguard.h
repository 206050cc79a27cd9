// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "serve/servedrequest.h"

#include <optional>
#include <string_view>

namespace sonde::tap {

struct StrangerRefusal {
    int status = 0;
    std::string_view sentence;
};

// Against DNS rebinding and web pages (2025-11-25 basic/transports, Security Warning): a request is
// only for this tap if its Host is a loopback name, and an Origin, which browsers send, must be one
// too. Nothing: the request may pass.
std::optional<StrangerRefusal> tapRefusal(const serve::ServedRequest &request);

} // namespace sonde::tap
