// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/http/httpmodule.h"

#include "wire/http/curlengine.h"

#include <curl/curl.h>

#include <string_view>

extern "C" Q_DECL_EXPORT sonde::wire::HttpClient *sondeMakeHttpClient(const char *version,
    const sonde::wire::TlsTrust &trust, const sonde::wire::HttpRoute &route,
    std::chrono::milliseconds connectTimeout, const sonde::wire::HttpLimits &limits,
    const sonde::Clock &clock);

sonde::wire::HttpClient *sondeMakeHttpClient(const char *version,
    const sonde::wire::TlsTrust &trust, const sonde::wire::HttpRoute &route,
    std::chrono::milliseconds connectTimeout, const sonde::wire::HttpLimits &limits,
    const sonde::Clock &clock)
{
    if (std::string_view(version) != SONDE_VERSION)
        return nullptr;
    return new sonde::wire::CurlEngine(trust, route, connectTimeout, limits, clock);
}

extern "C" Q_DECL_EXPORT const char *sondeCurlVersion();

const char *sondeCurlVersion()
{
    return ::curl_version_info(CURLVERSION_NOW)->version;
}

static_assert(std::is_same_v<decltype(&sondeMakeHttpClient), sonde::wire::MakeHttpClient>);
static_assert(std::is_same_v<decltype(&sondeCurlVersion), sonde::wire::CurlVersion>);
