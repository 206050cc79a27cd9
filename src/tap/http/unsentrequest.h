// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/http/httpclient.h"

#include <optional>

namespace sonde::tap {

// What a recording gets in place of the server's events where a breakpoint has answered or dropped
// a request: the request, and the response that the host gets, a JSON text; nothing: it gets none,
// because of `why`.
void recordUnsent(wire::HttpSink &recording, const wire::HttpRequest &request,
    const std::optional<Bytes> &response, const QString &why);

} // namespace sonde::tap
