// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/http/httpclient.h"

#include <memory>
#include <optional>

#include <curl/curl.h>

namespace sonde::wire {

// Why a request cannot be started.
struct SetupFault {
    HttpOutcome::Failure failure = HttpOutcome::Failure::Local;
    Error error;
    rpc::Sentence said{}; // the sentence of `error`
};

// Sets the libcurl options of one request: URL, headers, body, trust and route. The engine sets the
// callbacks. The body is not copied and must outlive the transfer.
class CurlSetup {
public:
    CurlSetup();

    // Opens no connection; checks only that the files can be read.
    std::optional<SetupFault> apply(const HttpRequest &request, const TlsTrust &trust,
        const HttpRoute &route, std::chrono::milliseconds connectTimeout);
    // A connection that was idle for at least this long is not reused; with zero, none is.
    void setMaxIdle(std::chrono::seconds idle);

    CURL *easy() const { return m_easy.get(); }
    // The proxy of the route, without its password; libcurl finds a proxy of the environment
    // itself.
    const QString &proxy() const { return m_proxy; }

private:
    void applySafety();
    std::optional<SetupFault> applyMessage(const HttpRequest &request);
    std::optional<SetupFault> applyHeaders(const HttpRequest &request);
    std::optional<SetupFault> applyTrust(const TlsTrust &trust);
    std::optional<SetupFault> applyRoute(const HttpRequest &request, const HttpRoute &route);

    struct Cleanup {
        void operator()(CURL *easy) const { curl_easy_cleanup(easy); }
        void operator()(curl_slist *list) const { curl_slist_free_all(list); }
    };
    std::unique_ptr<curl_slist, Cleanup> m_headers; // outlives the handle
    std::unique_ptr<CURL, Cleanup> m_easy;
    QString m_proxy;
};

} // namespace sonde::wire
