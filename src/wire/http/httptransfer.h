// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/http/curlsetup.h"
#include "wire/http/earlyresponse.h"
#include "wire/http/keepalive.h"
#include "wire/http/peercertificates.h"

#include <QTimer>

#include <deque>
#include <memory>
#include <string>
#include <variant>

namespace sonde::wire {

class HttpTransfer;

// An event for a sink, in the order of occurrence.
struct HttpEvent {
    struct SentHead {
        Bytes raw;
    };
    struct SentBody {
        Bytes part;
    };
    struct ReceivedHead {
        Bytes raw;
    };
    struct Body {
        Bytes part;
    };
    struct Trailers {
        Bytes raw;
    };
    using What =
        std::variant<SentHead, SentBody, ReceivedHead, HttpHead, Body, Trailers, HttpOutcome>;

    std::shared_ptr<HttpTransfer> transfer;
    Stamp at;
    What what;
};
using HttpEvents = std::deque<HttpEvent>;

// One request inside libcurl. Its callbacks queue events, within the limits, and never call a sink;
// the engine delivers the events after libcurl has returned.
class HttpTransfer : public std::enable_shared_from_this<HttpTransfer> {
public:
    // The engine has the clock, and owns `events` and `keepAlive`.
    HttpTransfer(HttpRequest request, HttpSink *sink, const HttpLimits &limits, const Clock &clock,
        HttpEvents &events, KeepAlive &keepAlive);

    // Returns false if the request cannot be started; its outcome is then among the events.
    bool prepare(
        const TlsTrust &trust, const HttpRoute &route, std::chrono::milliseconds connectTimeout);
    CURL *easy() const { return m_setup.easy(); }

    // Records that libcurl waits for that socket on behalf of the transfer.
    void rememberSocket(curl_socket_t socket);

    HttpSink *sink() const { return m_sink; }
    void dropSink() { m_sink = nullptr; }
    bool isReading() const { return m_reading; }
    void setReading(bool reading);

    // Zero if idling is not limited now; negative if the limit is exceeded.
    std::chrono::nanoseconds idleTimeLeft() const;

    // Called when libcurl has released the transfer: queues the last event. The first recorded
    // failure counts.
    void finish(CURLcode code);
    // Like finish(), but with this failure.
    void fail(HttpOutcome::Failure failure, const rpc::Sentence &said);

private:
    static int onBeforeRequest(
        void *self, char *remote, char *local, int remotePort, int localPort);
    static curl_socket_t onOpenSocket(void *self, curlsocktype type, curl_sockaddr *address);
    static int onDebug(CURL *easy, curl_infotype type, char *data, std::size_t size, void *self);
    static std::size_t onHeader(char *data, std::size_t size, std::size_t count, void *self);
    static std::size_t onBody(char *data, std::size_t size, std::size_t count, void *self);
    static CURLcode onTlsContext(CURL *easy, void *context, void *self);

    void beginRequest(const char *remote, const char *local, int remotePort, int localPort);
    void recordTls();
    void recordKeepAlive(const HttpHead &head);
    void recordSent(std::string_view bytes);
    void recordProxy(std::string_view text);
    bool receiveHeaderLine(std::string_view line);
    bool finishHead();
    bool receiveBody(std::string_view part);
    void adoptEarlyResponse();
    bool isResponseComplete() const;
    void readTimes();
    void describe(CURLcode code);
    void add(HttpEvent::What what, Stamp at);
    bool refuse(HttpOutcome::Failure failure, const rpc::Sentence &said);

    HttpRequest m_request;
    HttpSink *m_sink;
    HttpLimits m_limits;
    const Clock &m_clock;
    HttpEvents &m_events;
    KeepAlive &m_keepAlive;
    CurlSetup m_setup;
    std::shared_ptr<PeerCertificates> m_peer = std::make_shared<PeerCertificates>();
    char m_errorText[CURL_ERROR_SIZE] = {};

    HttpOutcome m_outcome;
    bool m_finished = false;
    bool m_reading = true;
    bool m_began = false; // a connection was available for the request
    Stamp m_beganAt; // before the first byte was written
    bool m_repeated = false; // libcurl tried to send the request again
    bool m_proxied = false;
    bool m_publicOnly = false;

    std::string m_sentHead; // collected until it is complete
    bool m_headSent = false;
    std::size_t m_bodySent = 0;
    std::string m_head; // the head being received, or the trailers
    int m_headerLines = 0;
    int m_informational = 0;
    bool m_hasFinalHead = false;
    bool m_isChunked = false;
    std::optional<std::uint64_t> m_length; // of the body, from the head or the last chunk
    EarlyResponse m_early;
    bool m_received = false; // at least one byte of a response
    std::uint64_t m_body = 0;
    std::int64_t m_lastActivity = 0; // steady ns
};

} // namespace sonde::wire
