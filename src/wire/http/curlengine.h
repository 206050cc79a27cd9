// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/http/httpclient.h"

namespace sonde::wire {

// The implementation of HttpEngine, in the module that is linked to libcurl.
class CurlEngine final : public HttpClient {
    Q_OBJECT
public:
    CurlEngine(const TlsTrust &trust, const HttpRoute &route,
        std::chrono::milliseconds connectTimeout, const HttpLimits &limits, const Clock &clock);
    ~CurlEngine() override;

    std::unique_ptr<RunningExchange> start(const HttpRequest &request, HttpSink *sink) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace sonde::wire
