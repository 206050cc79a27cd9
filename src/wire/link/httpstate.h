// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/sentence.h"
#include "rpc/trafficsink.h"
#include "wire/http/httpengine.h"
#include "wire/link/challenge.h"

#include <vector>

namespace sonde::wire {

// A failed HTTP exchange.
struct HttpFailure {
    // Domain::Transport, Timeout, Protocol, or Authorization for 401 and 403 with a challenge.
    Error error;
    rpc::Sentence said{}; // the sentence of `error`, for the recording
    HttpOutcome outcome; // the phase the exchange reached, and its times
    int status = 0; // 0: no response
    HttpHeaders headers;
    Bytes body; // its beginning
    std::vector<Challenge> challenges;
    rpc::ExchangeId exchange = 0;
    bool sessionGone = false; // 404 to a request that named a session
    // The server does not know the session that it gave, or refuses a request without one, with
    // another status than 404 (see sessionrefusal.h).
    bool aboutSession = false;
    bool mayHaveActed = false; // the request was sent, and its effect is unknown
    bool loginNotOffered = false; // 401 of a server that offers no way to get a token
};

// The state of a connection over HTTP, for display.
struct HttpState {
    enum class Stream : std::uint8_t {
        None, // not opened
        Opening,
        Open,
        NotOffered, // 405
        Waiting, // interrupted; reopened after a delay
        Failed,
    };
    bool sse = false; // HTTP+SSE of 2024-11-05 instead of Streamable HTTP
    QByteArray sessionId; // empty: none
    Stream standing = Stream::None; // the GET stream for messages unrelated to a request
    QString standingDetail; // a sentence
    int openStreams = 0; // responses still arriving, including the standing stream
    int resumptions = 0; // how often an interrupted stream was resumed
    HttpConnectionFacts facts; // of the newest exchange with a response
    HttpTimes times; // of the first exchange: the steps of a start
};

} // namespace sonde::wire
