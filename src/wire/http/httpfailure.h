// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/http/httpclient.h"

#include <curl/curl.h>

namespace sonde::wire {

// The result of a transfer as libcurl reports it.
struct HttpFailureEvidence {
    CURLcode code = CURLE_OK;
    QString text; // libcurl's text
    QUrl url;
    QString proxy; // empty: none
    long systemError = 0; // errno of the connection
    long proxyStatus = 0; // of the response to CONNECT
    int certificateError = 0; // X509_V_…
    Certificate certificate; // the server's, if it showed one
    bool wantedOurs = false; // the server requested a client certificate, and none was configured
    bool began = false; // a connection was available for the request
    bool repeated = false; // libcurl tried to send the request again, and was prevented
    bool wholeRequestSent = false;
    bool received = false; // at least one line of a response arrived
    bool hasFinalHead = false;
};

struct ExchangeFailure {
    HttpOutcome::Failure failure = HttpOutcome::Failure::None;
    std::optional<Error> error;
    rpc::Sentence said{}; // the sentence of `error`
};

// The failure as a sentence with the location and the remedy. No failure for a complete response.
ExchangeFailure explain(const HttpFailureEvidence &evidence);

} // namespace sonde::wire
