// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/http/httpclient.h"

namespace sonde::wire {

// The one function of the module. Nothing when program and module are not of the same version.
using MakeHttpClient = HttpClient *(*)(const char *version, const TlsTrust &trust,
    const HttpRoute &route, std::chrono::milliseconds connectTimeout, const HttpLimits &limits);

constexpr char kMakeHttpClient[] = "sondeMakeHttpClient";

} // namespace sonde::wire
