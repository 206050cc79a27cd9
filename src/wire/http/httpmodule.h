// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/http/httpclient.h"

namespace sonde::wire {

// Makes the client of the module. Returns null if program and module have different versions.
using MakeHttpClient = HttpClient *(*)(const char *version, const TlsTrust &trust,
    const HttpRoute &route, std::chrono::milliseconds connectTimeout, const HttpLimits &limits,
    const Clock &clock);

constexpr char kMakeHttpClient[] = "sondeMakeHttpClient";

// The version of the libcurl that the module runs with: "7.88.1".
using CurlVersion = const char *(*)();

constexpr char kCurlVersion[] = "sondeCurlVersion";

} // namespace sonde::wire
