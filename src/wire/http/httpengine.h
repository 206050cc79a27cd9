// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/http/httpclient.h"

namespace sonde::wire {

// libcurl's multi interface on the Qt event loop of the thread it lives in. Never sends a request
// twice, follows no redirect, keeps no cookie, asks for no compression; every exchange has a
// connection of its own at once, so open streams never starve a call.
//
// libcurl brings thirty libraries, which take as long to load as all the rest of a program. So it
// stands in a module (lib/sonde/sonde-http.so beside bin/) that is loaded by the first engine;
// whoever speaks over pipes only never pays for it. Without the module every request fails, with
// a sentence.
class HttpEngine final : public HttpClient {
    Q_OBJECT
public:
    // Trust and route are of the engine; the URL of each request is its own.
    HttpEngine(const TlsTrust &trust, const HttpRoute &route,
        std::chrono::milliseconds connectTimeout, const HttpLimits &limits = {},
        QObject *parent = nullptr);
    ~HttpEngine() override;

    std::unique_ptr<HttpExchange> start(const HttpRequest &request, HttpSink *sink) override;

private:
    std::unique_ptr<HttpClient> m_client; // the module's
};

} // namespace sonde::wire
