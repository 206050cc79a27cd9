// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/http/httpclient.h"

namespace sonde::wire {

// The module's only function. Returns null if program and module have different versions.
using MakeHttpClient = HttpClient *(*)(const char *version, const TlsTrust &trust,
    const HttpRoute &route, std::chrono::milliseconds connectTimeout, const HttpLimits &limits);

constexpr char kMakeHttpClient[] = "sondeMakeHttpClient";

} // namespace sonde::wire
