// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/http/httpclient.h"

namespace sonde::wire {

// libcurl's multi interface on the Qt event loop of its thread. Never sends a request twice,
// follows no redirects, keeps no cookies, requests no compression. Every concurrent exchange has
// its own connection, so that open streams never starve a call.
// libcurl depends on thirty libraries, which take as long to load as the rest of a program. So it
// is in a module (lib/sonde/sonde-http.so beside bin/) that the first engine loads; a program that
// only uses pipes never loads it. Without the module every request fails with a sentence.
class HttpEngine final : public HttpClient {
    Q_OBJECT
public:
    // All requests of an engine share its trust and route; each request has its own URL. The clock
    // outlives the engine; only the wait for a connection is libcurl's own.
    HttpEngine(const TlsTrust &trust, const HttpRoute &route,
        std::chrono::milliseconds connectTimeout, const HttpLimits &limits = {},
        const Clock &clock = SystemClock::instance());
    ~HttpEngine() override;

    std::unique_ptr<RunningExchange> start(const HttpRequest &request, HttpSink *sink) override;

private:
    std::unique_ptr<HttpClient> m_client; // created by the module
};

// The version of the libcurl of the module; empty when the module is missing.
QString curlVersion();

} // namespace sonde::wire
