// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/trafficsink.h"
#include "wire/http/httpengine.h"
#include "wire/link/challenge.h"

#include <vector>

namespace sonde::wire {

// A failed HTTP exchange.
struct HttpFailure {
    // Domain::Transport, Timeout, Protocol, or Authorization for 401 and 403 with a challenge.
    Error error;
    HttpOutcome outcome; // how far the exchange came, and its times
    int status = 0; // 0: no head came
    HttpHeaders headers;
    Bytes body; // its beginning
    std::vector<Challenge> challenges;
    rpc::ExchangeId exchange = 0;
    bool sessionGone = false; // 404 to a request that named a session
    bool mayHaveActed = false; // the request was sent, and what became of it is not known
};

// The state of a connection over HTTP, for display.
struct HttpState {
    enum class Stream : std::uint8_t {
        None, // not opened
        Opening,
        Open,
        NotOffered, // 405
        Waiting, // interrupted; it is opened again after a delay
        Failed,
    };
    bool sse = false; // HTTP with SSE of 2024-11-05, not Streamable HTTP
    QByteArray sessionId; // empty: none
    Stream standing = Stream::None; // the GET stream for messages that respond to no request
    QString standingDetail; // a sentence
    int openStreams = 0; // answers that are still arriving, the standing stream included
    int resumptions = 0; // how often an interrupted stream was resumed
    HttpConnectionFacts facts; // of the newest exchange with a response
    HttpTimes times; // of the first one: the steps of a start
};

} // namespace sonde::wire
