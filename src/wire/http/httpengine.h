// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/http/httpclient.h"

namespace sonde::wire {

// libcurl's multi interface on the Qt event loop of the thread it lives in. Never sends a request
// twice, follows no redirect, keeps no cookie, asks for no compression; every exchange has a
// connection of its own at once, so open streams never starve a call.
// libcurl depends on thirty libraries, which take as long to load as the rest of a program. So it
// is in a module (lib/sonde/sonde-http.so beside bin/) that the first engine loads; a program that
// only uses pipes never loads it. Without the module every request fails with a sentence.
class HttpEngine final : public HttpClient {
    Q_OBJECT
public:
    // The engine has one trust and one route; each request has its own URL.
    HttpEngine(const TlsTrust &trust, const HttpRoute &route,
        std::chrono::milliseconds connectTimeout, const HttpLimits &limits = {},
        QObject *parent = nullptr);
    ~HttpEngine() override;

    std::unique_ptr<HttpExchange> start(const HttpRequest &request, HttpSink *sink) override;

private:
    std::unique_ptr<HttpClient> m_client; // the module's
};

} // namespace sonde::wire
