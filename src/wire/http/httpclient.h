// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "base/error.h"
#include "rpc/origin.h"
#include "rpc/sentence.h"
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
    // All headers to send, except Host and Content-Length: libcurl adds no User-Agent,
    // Accept-Encoding or Expect.
    HttpHeaders headers;
    Bytes body;
    bool hasBody = false; // an empty body is sent with Content-Length: 0
    // Sending the request twice does no harm on the server: see repetitionOf().
    bool repeatable = false;
    bool freshConnection = false; // must not reuse a connection
    rpc::Origin origin = rpc::Origin::None; // of the message in the body; recorded with it
};

// The limits of one exchange.
struct HttpLimits {
    std::size_t maxHead = std::size_t(256) << 10; // bytes of one head, including informational ones
    int maxHeaders = 1000;
    std::uint64_t maxBody = std::uint64_t(4) << 30;
    int maxInformational = 20; // 1xx heads before the final one
    // The exchange fails when no byte arrives for this long, counted from the end of the request;
    // zero: never, for streams.
    std::chrono::milliseconds idleTimeout{0};
};

// The phases of an exchange in steady nanoseconds; 0: the phase did not occur (reused connection,
// no TLS).
struct HttpTimes {
    std::int64_t begun = 0;
    std::int64_t resolved = 0; // the host name is resolved
    std::int64_t connected = 0;
    std::int64_t secured = 0; // the TLS handshake is done
    // When the last byte of the request was written; if one write sufficed, the moment before that
    // write.
    std::int64_t requestSent = 0;
    std::int64_t firstByte = 0; // of the response
    std::int64_t ended = 0;
};

// One certificate of the chain, which begins with the server's own.
struct Certificate {
    QByteArray pem;
    QString subject, issuer;
    QStringList names; // the host names it is valid for
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
    QString proxy; // the proxy used; empty: none
};

// How an exchange ended. `error` is set unless the response is complete.
struct HttpOutcome {
    std::optional<Error> error; // Domain::Transport, Timeout, Cancelled
    enum class Failure : std::uint8_t {
        None,
        Resolve,
        Connect,
        Tls, // the handshake failed
        NotTls, // the server does not speak TLS
        ClientCertificate, // the server wanted one, and got none
        Untrusted, // the certificate is not signed by a known authority; facts.chain has it
        PinMismatch,
        Proxy, // it cannot be reached
        ProxyRefused, // it answered, and does not connect
        Send, // the connection broke while the request was being written
        NoResponse, // closed before a status line: the server may have processed the request
        BadResponse, // not HTTP, too large a head, too many headers, …
        Truncated, // closed inside the body
        TooLarge,
        TimedOut,
        Aborted, // by abort()
        Local, // an unreadable CA file, key or socket path
    } failure = Failure::None;
    HttpTimes times;
    HttpConnectionFacts facts;
    bool requestSent = false; // at least one byte of the request reached the connection
    rpc::Sentence said{}; // the sentence of `error`; empty if it was not made here
};

// A server may close an idle connection at the moment in which the next request is sent on it. Such
// a request ends without a byte of response, and it is unknown whether the server has read it.
// Returns the request to send instead, on a new connection; empty unless the request is repeatable,
// and empty if it already had a new connection, because then the server closed it deliberately.
std::optional<HttpRequest> repetitionOf(const HttpRequest &request, const HttpOutcome &outcome);

// Receives the events of one exchange, on the engine's thread, never inside start() or abort(), in
// this order: sentHead, sentBody…, receivedHead (also 1xx), head (the final one), body…,
// [trailers], finished. The exchange may be destroyed inside any of them. `at` is the time at which
// libcurl delivered the bytes.
class HttpSink {
public:
    virtual ~HttpSink() = default;
    virtual void sentHead(
        const Bytes &raw, Stamp at) = 0; // contains secrets: redact it before recording
    virtual void sentBody(const Bytes &part, Stamp at) = 0; // slices of the request body
    virtual void receivedHead(const Bytes &raw, Stamp at) = 0; // complete, each 1xx separately
    virtual void head(const HttpHead &head, Stamp at) = 0;
    // After transfer decoding, otherwise unchanged.
    virtual void body(const Bytes &part, Stamp at) = 0;
    virtual void trailers(const Bytes &raw, Stamp at) = 0;
    virtual void finished(const HttpOutcome &outcome) = 0; // once, as the last event
};

// A running exchange. Destroying it aborts it; its sink gets no further event.
class RunningExchange {
public:
    virtual ~RunningExchange() = default;
    virtual void abort() = 0; // finished() follows with Failure::Aborted
    virtual void setReading(bool reading) = 0; // back-pressure on the body
};

// Sends requests. Abstract, so that its users can be tested with a table of events.
class HttpClient : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    virtual std::unique_ptr<RunningExchange> start(const HttpRequest &request, HttpSink *sink) = 0;
};

} // namespace sonde::wire
