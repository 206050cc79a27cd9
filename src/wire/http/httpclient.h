// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "base/error.h"
#include "wire/http/httpmessage.h"
#include "wire/http/httptarget.h"

#include <QObject>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sonde::wire {

struct HttpRequest {
    QByteArray method; // "POST", "GET", "DELETE"
    QUrl url;
    // All headers that are sent, except Host and Content-Length: libcurl adds no User-Agent,
    // Accept-Encoding or Expect.
    HttpHeaders headers;
    Bytes body;
    bool hasBody = false; // an empty body is sent with Content-Length: 0
    // The server may act on it twice without harm: see repetitionOf().
    bool repeatable = false;
    bool freshConnection = false; // not on a connection of an earlier request
};

// The limits of one exchange.
struct HttpLimits {
    std::size_t maxHead = std::size_t(256) << 10; // bytes of one head, informational ones included
    int maxHeaders = 1000;
    std::uint64_t maxBody = std::uint64_t(4) << 30;
    int maxInformational = 20; // 1xx heads before the final one
    // The exchange fails when no byte arrives for this long, counted from the end of the request;
    // zero: never, for streams.
    std::chrono::milliseconds idleTimeout{0};
};

// The phases of an exchange in steady nanoseconds; 0: did not happen (a connection was reused, no
// TLS).
struct HttpTimes {
    std::int64_t begun = 0;
    std::int64_t resolved = 0; // the host name is resolved
    std::int64_t connected = 0;
    std::int64_t secured = 0; // the TLS handshake is done
    // Its last byte was written; when one write was enough, the moment before that write.
    std::int64_t requestSent = 0;
    std::int64_t firstByte = 0; // of the response
    std::int64_t ended = 0;
};

// One certificate of the chain, the server's own first.
struct Certificate {
    QByteArray pem;
    QString subject, issuer;
    QStringList names; // the hosts it is for
    QString validFrom, validUntil; // ISO 8601, UTC
    QByteArray fingerprint; // SHA-256 of the certificate
    QByteArray keyPin; // SHA-256 of the public key, as TlsTrust::pinnedKey
};

struct HttpConnectionFacts {
    QString localAddress, remoteAddress; // with port; empty until connected
    bool reused = false;
    QString httpVersion; // "HTTP/1.1", "HTTP/2"
    QString tlsVersion, tlsCipher; // empty without TLS
    std::vector<Certificate> chain;
    QString proxy; // what was used; empty: none
};

// How an exchange ended. `error` is set unless the whole response has arrived.
struct HttpOutcome {
    std::optional<Error> error; // Domain::Transport, Timeout, Cancelled
    enum class Failure : std::uint8_t {
        None,
        Resolve,
        Connect,
        Tls, // the handshake failed
        Untrusted, // the certificate is not signed by a known authority; facts.chain has it
        PinMismatch,
        Proxy,
        Send, // the connection broke while the request was written
        NoAnswer, // closed before a status line: the server may have acted on the request
        BadAnswer, // not HTTP, too large a head, too many headers, …
        Truncated, // closed in the middle of the body
        TooLarge,
        TimedOut,
        Aborted, // by abort()
        Local, // an unreadable CA file, key or socket path
    } failure = Failure::None;
    HttpTimes times;
    HttpConnectionFacts facts;
    bool requestSent = false; // at least one byte of the request reached the connection
};

// A server may close an idle connection in the moment in which the next request leaves on it. Such
// a request ends without a byte of response, and nobody knows whether the server has read it. What
// is sent in its place, on a new connection: nothing unless the request is repeatable, and nothing
// when it had a connection of its own, because then the server meant to close it.
std::optional<HttpRequest> repetitionOf(const HttpRequest &request, const HttpOutcome &outcome);

// Receives the events of one exchange, on the engine's thread, never inside start() or abort(), in
// this order: sentHead, sentBody…, receivedHead (also 1xx), head (the final one), body…,
// [trailers], finished. The exchange may be dropped inside any of them. `at` is taken when libcurl
// hands the bytes over.
class HttpSink {
public:
    virtual ~HttpSink() = default;
    virtual void sentHead(
        const Bytes &raw, Stamp at) = 0; // with secrets: must be redacted before it is recorded
    virtual void sentBody(const Bytes &part, Stamp at) = 0; // slices of the request's body
    virtual void receivedHead(const Bytes &raw, Stamp at) = 0; // whole, each 1xx on its own
    virtual void head(const HttpHead &head, Stamp at) = 0;
    virtual void body(const Bytes &part, Stamp at) = 0; // transfer coding is undone, nothing else
    virtual void trailers(const Bytes &raw, Stamp at) = 0;
    virtual void finished(const HttpOutcome &outcome) = 0; // once, and the last
};

// A running exchange. Destroying it aborts it; its sink gets no further event.
class HttpExchange {
public:
    virtual ~HttpExchange() = default;
    virtual void abort() = 0; // finished() follows with Failure::Aborted
    virtual void setReading(bool reading) = 0; // back-pressure on the body
};

// Sends requests. Abstract, so that its users can be tested with a table of events.
class HttpClient : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    virtual std::unique_ptr<HttpExchange> start(const HttpRequest &request, HttpSink *sink) = 0;
};

} // namespace sonde::wire
