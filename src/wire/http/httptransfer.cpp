// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/http/httptransfer.h"

#include "platform/descriptors.h"
#include "wire/http/httpfailure.h"
#include "wire/http/privateaddress.h"
#include "wire/http/shownaddress.h"
#include "wire/http/wiretr.h"

#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sonde::wire {

namespace {

using Failure = HttpOutcome::Failure;

// A smaller body is sent in one write, so nothing is written after a response to it.
constexpr std::size_t kLargeBody = std::size_t(16) << 10;
// libcurl writes a body up to this size together with the head.
constexpr std::size_t kFirstBody = std::size_t(64) << 10;
// Limit of a response that arrives before the whole request was sent; such responses are short.
constexpr std::size_t kMaxEarlyBody = std::size_t(1) << 20;

HttpTransfer *selfOf(void *self)
{
    return static_cast<HttpTransfer *>(self);
}

QString withPort(const char *address, int port)
{
    const QString text = QString::fromLatin1(address);
    if (text.isEmpty())
        return {};
    return (text.contains(u':') ? u'[' % text % u']' : text) % u':' % QString::number(port);
}

QString versionOf(CURL *easy)
{
    long version = 0;
    curl_easy_getinfo(easy, CURLINFO_HTTP_VERSION, &version);
    switch (version) {
    case CURL_HTTP_VERSION_1_0:
        return QStringLiteral("HTTP/1.0");
    case CURL_HTTP_VERSION_1_1:
        return QStringLiteral("HTTP/1.1");
    case CURL_HTTP_VERSION_2_0:
        return QStringLiteral("HTTP/2");
    default:
        return {};
    }
}

} // namespace

HttpTransfer::HttpTransfer(HttpRequest request, HttpSink *sink, const HttpLimits &limits,
    const Clock &clock, HttpEvents &events, KeepAlive &keepAlive)
    : m_request(std::move(request))
    , m_sink(sink)
    , m_limits(limits)
    , m_clock(clock)
    , m_events(events)
    , m_keepAlive(keepAlive)
{
}

bool HttpTransfer::prepare(
    const TlsTrust &trust, const HttpRoute &route, std::chrono::milliseconds connectTimeout)
{
    m_outcome.times.begun = m_clock.now().steady;
    if (auto problem = m_setup.apply(m_request, trust, route, connectTimeout)) {
        m_outcome.failure = problem->failure;
        m_outcome.error = std::move(problem->error);
        m_outcome.said = std::move(problem->said);
        finish(CURLE_OK);
        return false;
    }
    m_setup.setMaxIdle(
        m_request.freshConnection ? std::chrono::seconds(0) : m_keepAlive.maxIdle(m_request.url));
    m_outcome.facts.proxy = m_setup.proxy();
    m_proxied = !m_setup.proxy().isEmpty();
    m_publicOnly = route.publicOnly;

    CURL *const curl = easy();
    curl_easy_setopt(curl, CURLOPT_PRIVATE, this);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, m_errorText);
    curl_easy_setopt(curl, CURLOPT_PREREQFUNCTION, onBeforeRequest);
    curl_easy_setopt(curl, CURLOPT_PREREQDATA, this);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, onOpenSocket);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, this);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, onHeader);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, this);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, onBody);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, this);
    curl_easy_setopt(curl, CURLOPT_SSL_CTX_FUNCTION, onTlsContext);
    curl_easy_setopt(curl, CURLOPT_SSL_CTX_DATA, this);
    // The debug function is the only way to see the bytes written; with it libcurl prints nothing.
    curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, onDebug);
    curl_easy_setopt(curl, CURLOPT_DEBUGDATA, this);
    curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L);
    return true;
}

void HttpTransfer::add(HttpEvent::What what, Stamp at)
{
    m_events.push_back({shared_from_this(), at, std::move(what)});
}

// Records why the transfer fails; returns false, which makes libcurl end it.
bool HttpTransfer::refuse(Failure failure, const rpc::Sentence &said)
{
    if (m_outcome.failure == Failure::None) {
        m_outcome.failure = failure;
        m_outcome.error = Error{.domain = Domain::Transport, .sentence = said.shown()};
        m_outcome.said = said;
    }
    return false;
}

// ---- Before the request

// Called when a connection is available, before the first byte is written, and again if libcurl
// tries to repeat the request because a reused connection was closed. A repetition is prevented,
// because the server may have acted on the request, unless nothing was written the first time.
int HttpTransfer::onBeforeRequest(
    void *self, char *remote, char *local, int remotePort, int localPort)
{
    HttpTransfer &transfer = *selfOf(self);
    if (transfer.m_outcome.requestSent) {
        transfer.m_repeated = true;
        return CURL_PREREQFUNC_ABORT;
    }
    transfer.beginRequest(remote, local, remotePort, localPort);
    return CURL_PREREQFUNC_OK;
}

// The same check one step earlier: no connection is opened for a request that was already sent.
curl_socket_t HttpTransfer::onOpenSocket(void *self, curlsocktype, curl_sockaddr *address)
{
    HttpTransfer &transfer = *selfOf(self);
    if (transfer.m_outcome.requestSent) {
        transfer.m_repeated = true;
        return CURL_SOCKET_BAD;
    }
    if (transfer.m_publicOnly && !transfer.m_proxied
        && isPrivateAddress(QHostAddress(&address->addr))) {
        transfer.refuse(Failure::Connect,
            told(QT_TRANSLATE_NOOP("sonde::wire",
                "The name resolves to a private address, which a public server must not "
                "redirect a client to.")));
        return CURL_SOCKET_BAD;
    }
    return platform::openSocket(address->family, address->socktype, address->protocol);
}

void HttpTransfer::beginRequest(
    const char *remote, const char *local, int remotePort, int localPort)
{
    m_began = true;
    m_beganAt = m_clock.now();
    m_lastActivity = m_beganAt.steady;
    m_outcome.facts.remoteAddress = withPort(remote, remotePort);
    m_outcome.facts.localAddress = withPort(local, localPort);
    long opened = 0;
    curl_easy_getinfo(easy(), CURLINFO_NUM_CONNECTS, &opened);
    m_outcome.facts.reused = opened == 0;
    recordTls();
}

void HttpTransfer::rememberSocket(curl_socket_t socket)
{
    if (m_began && m_request.body.size() >= kLargeBody && m_outcome.facts.tlsVersion.isEmpty())
        m_early.watch(socket);
}

void HttpTransfer::recordTls()
{
    const curl_tlssessioninfo *info = nullptr;
    curl_easy_getinfo(easy(), CURLINFO_TLS_SSL_PTR, &info);
    if (!info || info->backend != CURLSSLBACKEND_OPENSSL || !info->internals)
        return;
    const auto *connection = static_cast<const SSL *>(info->internals);
    m_outcome.facts.tlsVersion = QString::fromLatin1(SSL_get_version(connection));
    m_outcome.facts.tlsCipher = QString::fromLatin1(SSL_get_cipher_name(connection));
    if (const PeerCertificates *peer = PeerCertificates::of(connection))
        m_outcome.facts.chain = peer->chain();
}

CURLcode HttpTransfer::onTlsContext(CURL *, void *context, void *self)
{
    // Of two handshakes (a proxy's comes first) the second is the server's.
    selfOf(self)->m_peer = std::make_shared<PeerCertificates>();
    PeerCertificates::watch(static_cast<SSL_CTX *>(context), selfOf(self)->m_peer);
    return CURLE_OK;
}

// ---- What is sent

int HttpTransfer::onDebug(CURL *, curl_infotype type, char *data, std::size_t size, void *self)
{
    HttpTransfer &transfer = *selfOf(self);
    if (type == CURLINFO_TEXT)
        transfer.recordProxy({data, size});
    // Bytes sent before are the CONNECT request to a proxy.
    else if ((type == CURLINFO_HEADER_OUT || type == CURLINFO_DATA_OUT) && transfer.m_began)
        transfer.recordSent({data, size});
    return 0;
}

// libcurl 7.88 reports the proxy taken from the environment only in this text.
void HttpTransfer::recordProxy(std::string_view text)
{
    constexpr std::string_view kBegin = "Uses proxy env variable ";
    constexpr std::string_view kMiddle = " == '";
    if (!text.starts_with(kBegin) || text.starts_with("Uses proxy env variable no_proxy"))
        return;
    const std::size_t begin = text.find(kMiddle);
    const std::size_t end = text.rfind('\'');
    if (begin == std::string_view::npos || end <= begin + kMiddle.size())
        return;
    const std::string_view value =
        text.substr(begin + kMiddle.size(), end - begin - kMiddle.size());
    m_outcome.facts.proxy =
        shownProxy(QString::fromUtf8(value.data(), static_cast<qsizetype>(value.size())));
    m_proxied = true;
}

// libcurl reports the data of its first write as "head" and all later data as "data", even if a
// part of the head is among it; so the end of the head is searched here. libcurl reports after the
// write, when the server may already have responded; so the first write gets the time before it.
void HttpTransfer::recordSent(std::string_view bytes)
{
    const bool isFirstWrite =
        !m_outcome.requestSent || (m_bodySent == 0 && m_request.body.size() <= kFirstBody);
    const Stamp at = isFirstWrite ? m_beganAt : m_clock.now();
    if (!m_outcome.requestSent) {
        m_outcome.requestSent = true;
        // If libcurl tries to send the request again, it must not use another idle connection: see
        // onOpenSocket().
        curl_easy_setopt(easy(), CURLOPT_FRESH_CONNECT, 1L);
    }
    m_lastActivity = m_clock.now().steady;
    if (!m_headSent) {
        const std::size_t before = m_sentHead.size();
        m_sentHead += bytes;
        const std::size_t end = m_sentHead.find("\r\n\r\n", before < 3 ? 0 : before - 3);
        if (end == std::string::npos)
            return;
        bytes.remove_prefix(end + 4 - before);
        m_sentHead.resize(end + 4);
        m_headSent = true;
        add(HttpEvent::SentHead{Bytes::copyOf(m_sentHead)}, at);
        m_sentHead.clear();
    }
    if (!bytes.empty()) {
        const Bytes part = m_request.body.slice(m_bodySent, bytes.size());
        m_bodySent += part.size();
        add(HttpEvent::SentBody{part}, at);
    }
    if (!m_request.hasBody || m_bodySent >= m_request.body.size())
        m_outcome.times.requestSent = at.steady;
}

// ---- What is received

std::size_t HttpTransfer::onHeader(char *data, std::size_t size, std::size_t count, void *self)
{
    return selfOf(self)->receiveHeaderLine({data, size * count}) ? size * count : 0;
}

bool HttpTransfer::receiveHeaderLine(std::string_view line)
{
    const Stamp at = m_clock.now();
    m_lastActivity = at.steady;
    if (!m_received)
        m_outcome.times.firstByte = at.steady;
    m_received = true;
    if (m_head.size() + line.size() > m_limits.maxHead)
        return refuse(Failure::BadResponse,
            told(QT_TRANSLATE_NOOP("sonde::wire", "The response headers are larger than %1 bytes."),
                {QString::number(m_limits.maxHead)}));
    m_head += line;
    const bool isEnd = line == "\r\n" || line == "\n";
    if (!isEnd && ++m_headerLines > m_limits.maxHeaders + 1) // the status line does not count
        return refuse(Failure::BadResponse,
            told(QT_TRANSLATE_NOOP("sonde::wire", "The response has more than %1 headers."),
                {QString::number(m_limits.maxHeaders)}));
    return !isEnd || m_hasFinalHead || finishHead();
}

bool HttpTransfer::finishHead()
{
    const Stamp at = m_clock.now();
    const auto head = HttpHead::parse(m_head);
    add(HttpEvent::ReceivedHead{Bytes::copyOf(m_head)}, at);
    m_head.clear();
    m_headerLines = 0;
    if (!head)
        return refuse(Failure::BadResponse,
            told(QT_TRANSLATE_NOOP(
                "sonde::wire", "The response does not begin with an HTTP status line.")));
    if (head->status == 101)
        return refuse(Failure::BadResponse,
            told(QT_TRANSLATE_NOOP(
                "sonde::wire", "The server switched protocols (101), which was not requested.")));
    if (head->isInformational()) {
        if (++m_informational > m_limits.maxInformational)
            return refuse(Failure::BadResponse,
                told(QT_TRANSLATE_NOOP("sonde::wire",
                         "The server sent more than %1 informational responses (1xx) and no final "
                         "one."),
                    {QString::number(m_limits.maxInformational)}));
        return true;
    }
    m_hasFinalHead = true;
    recordKeepAlive(*head);
    m_isChunked =
        head->headers.value("Transfer-Encoding").value_or(QByteArray()).toLower() == "chunked";
    bool isNumber = false;
    const qulonglong length =
        head->headers.value("Content-Length").value_or(QByteArray()).toULongLong(&isNumber);
    if (isNumber && !m_isChunked)
        m_length = length;
    add(*head, at);
    return true;
}

void HttpTransfer::recordKeepAlive(const HttpHead &head)
{
    curl_off_t resolved = 0;
    curl_off_t connected = 0;
    if (!m_outcome.facts.reused) {
        curl_easy_getinfo(easy(), CURLINFO_NAMELOOKUP_TIME_T, &resolved);
        curl_easy_getinfo(easy(), CURLINFO_CONNECT_TIME_T, &connected);
    }
    m_keepAlive.record(
        m_request.url, head.headers, std::chrono::microseconds(connected - resolved));
}

std::size_t HttpTransfer::onBody(char *data, std::size_t size, std::size_t count, void *self)
{
    HttpTransfer &transfer = *selfOf(self);
    if (!transfer.m_reading)
        return CURL_WRITEFUNC_PAUSE; // libcurl keeps these bytes and stops reading
    return transfer.receiveBody({data, size * count}) ? size * count : CURL_WRITEFUNC_ERROR;
}

bool HttpTransfer::receiveBody(std::string_view part)
{
    const Stamp at = m_clock.now();
    m_lastActivity = at.steady;
    if (m_body + part.size() > m_limits.maxBody)
        return refuse(Failure::TooLarge,
            told(QT_TRANSLATE_NOOP("sonde::wire", "The response is larger than %1 bytes."),
                {QString::number(m_limits.maxBody)}));
    m_body += part.size();
    if (!part.empty())
        add(HttpEvent::Body{Bytes::copyOf(part)}, at);
    return true;
}

void HttpTransfer::setReading(bool reading)
{
    if (m_reading == reading)
        return;
    m_reading = reading;
    m_lastActivity = m_clock.now().steady;
    if (reading && !m_finished)
        curl_easy_pause(easy(), CURLPAUSE_CONT);
}

std::chrono::nanoseconds HttpTransfer::idleTimeLeft() const
{
    const std::chrono::nanoseconds idle(m_clock.now().steady - m_lastActivity);
    // While the request is being written, or reading is off, the server is not idle.
    const bool isWaiting = m_reading && m_outcome.times.requestSent != 0;
    return isWaiting ? m_limits.idleTimeout - idle : m_limits.idleTimeout;
}

// ---- The end

void HttpTransfer::fail(Failure failure, const rpc::Sentence &said)
{
    m_outcome.failure = Failure::None; // even if its end was not delivered
    m_finished = false;
    m_reading = true; // a sink that has stopped reading receives the end, too
    refuse(failure, said);
    finish(CURLE_ABORTED_BY_CALLBACK);
}

void HttpTransfer::finish(CURLcode code)
{
    if (m_finished)
        return;
    m_finished = true;
    const Stamp at = m_clock.now();
    m_outcome.times.ended = at.steady;
    readTimes();
    m_outcome.facts.httpVersion = versionOf(easy());
    if (m_outcome.facts.chain.empty())
        m_outcome.facts.chain = m_peer->chain();
    if (!m_received && (code == CURLE_SEND_ERROR || code == CURLE_RECV_ERROR))
        adoptEarlyResponse();
    m_early.forget();
    if (code == CURLE_OK && m_hasFinalHead && !m_head.empty())
        add(HttpEvent::Trailers{Bytes::copyOf(m_head)}, at);
    if (m_outcome.failure == Failure::None)
        describe(code);
    if (m_outcome.error) {
        if (m_outcome.failure == Failure::Aborted)
            m_outcome.error->domain = Domain::Cancelled;
        else if (m_outcome.failure == Failure::TimedOut)
            m_outcome.error->domain = Domain::Timeout;
    }
    add(m_outcome, at);
}

bool HttpTransfer::isResponseComplete() const
{
    return m_hasFinalHead && m_length == m_body;
}

void HttpTransfer::adoptEarlyResponse()
{
    const std::string raw = m_early.take(m_limits.maxHead + kMaxEarlyBody);
    std::string_view rest = raw;
    while (!m_hasFinalHead) {
        const std::size_t end = rest.find('\n');
        if (end == std::string_view::npos || !receiveHeaderLine(rest.substr(0, end + 1)))
            return;
        rest.remove_prefix(end + 1);
    }
    if (m_isChunked) {
        const EarlyResponse::Body body = EarlyResponse::unchunked(rest);
        if (receiveBody(body.bytes) && body.complete)
            m_length = m_body;
    } else {
        receiveBody(rest.substr(0, m_length.value_or(rest.size())));
    }
}

void HttpTransfer::describe(CURLcode code)
{
    // The server responded and closed before it had read the whole request: this is a response.
    if ((code == CURLE_SEND_ERROR || code == CURLE_RECV_ERROR) && isResponseComplete())
        return;
    HttpFailureEvidence evidence;
    evidence.code = code;
    evidence.text = QString::fromLocal8Bit(m_errorText);
    evidence.url = m_request.url;
    evidence.proxy = m_outcome.facts.proxy;
    evidence.certificateError = m_peer->error();
    evidence.wantedOurs = m_peer->wantedOurs() && !m_outcome.facts.reused;
    evidence.began = m_began;
    evidence.repeated = m_repeated;
    evidence.wholeRequestSent = m_outcome.times.requestSent != 0;
    evidence.received = m_received;
    evidence.hasFinalHead = m_hasFinalHead;
    curl_easy_getinfo(easy(), CURLINFO_OS_ERRNO, &evidence.systemError);
    curl_easy_getinfo(easy(), CURLINFO_HTTP_CONNECTCODE, &evidence.proxyStatus);
    if (!m_outcome.facts.chain.empty())
        evidence.certificate = m_outcome.facts.chain.front();
    ExchangeFailure failure = explain(evidence);
    m_outcome.failure = failure.failure;
    m_outcome.error = std::move(failure.error);
    m_outcome.said = std::move(failure.said);
}

void HttpTransfer::readTimes()
{
    HttpTimes &times = m_outcome.times;
    if (m_outcome.facts.reused)
        return;
    const auto moment = [&](CURLINFO what) -> std::int64_t {
        curl_off_t microseconds = 0;
        curl_easy_getinfo(easy(), what, &microseconds);
        return microseconds > 0 ? times.begun + microseconds * 1000 : 0;
    };
    times.resolved = moment(CURLINFO_NAMELOOKUP_TIME_T);
    times.connected = moment(CURLINFO_CONNECT_TIME_T);
    times.secured = moment(CURLINFO_APPCONNECT_TIME_T);
}

} // namespace sonde::wire
