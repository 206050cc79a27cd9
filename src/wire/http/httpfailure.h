// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/http/httpclient.h"

#include <curl/curl.h>

namespace sonde::wire {

// What is known when libcurl has ended a transfer.
struct HttpFailureEvidence {
    CURLcode code = CURLE_OK;
    QString text; // libcurl's own
    QUrl url;
    QString proxy; // empty: none
    long systemError = 0; // errno of the connection
    long proxyStatus = 0; // of the answer to CONNECT
    int certificateError = 0; // X509_V_…
    Certificate certificate; // the server's, if it showed one
    bool wantedOurs = false; // it asked for a client certificate and got none
    bool began = false; // a connection was given to the request
    bool repeated = false; // libcurl was kept from sending it again
    bool wholeRequestSent = false;
    bool received = false; // at least a line of an answer
    bool hasFinalHead = false;
};

struct ExchangeFailure {
    HttpOutcome::Failure failure = HttpOutcome::Failure::None;
    std::optional<Error> error;
};

// What that means, in a sentence that says where and what to do. No failure for a whole answer.
ExchangeFailure explain(const HttpFailureEvidence &evidence);

} // namespace sonde::wire
