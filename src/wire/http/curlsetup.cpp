// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/http/curlsetup.h"

#include "wire/http/shownaddress.h"
#include "wire/http/wiretr.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <array>

namespace sonde::wire {

namespace {

constexpr long kReceiveBuffer = 64 * 1024;
constexpr qsizetype kMaxSocketPath = 107; // sockaddr_un

SetupFault fault(const rpc::Sentence &said, const QString &detail = {})
{
    return {HttpOutcome::Failure::Local,
        {.domain = Domain::Usage, .sentence = said.shown(), .detail = detail}, said};
}

// `what` names the purpose of the file: "certificate authorities", …
std::optional<SetupFault> unreadable(const QString &file, const rpc::Sentence &what)
{
    if (file.isEmpty())
        return std::nullopt;
    QFile opened(file);
    if (!QFileInfo(file).isDir() && opened.open(QIODevice::ReadOnly))
        return std::nullopt;
    return fault(
        told(QT_TRANSLATE_NOOP("sonde::wire", "Cannot read the file of the %1: %2"), {what, file}),
        opened.errorString());
}

bool breaksLines(const QByteArray &text)
{
    return text.contains('\r') || text.contains('\n') || text.contains('\0');
}

// A token of RFC 9110 section 5.6.2.
bool isToken(const QByteArray &text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
            || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
    });
}

bool isLoopback(const QString &host)
{
    return host == QLatin1String("localhost") || host.endsWith(QLatin1String(".localhost"))
        || host.startsWith(QLatin1String("127.")) || host == QLatin1String("::1");
}

} // namespace

CurlSetup::CurlSetup()
    : m_easy(curl_easy_init())
{
}

std::optional<SetupFault> CurlSetup::apply(const HttpRequest &request, const TlsTrust &trust,
    const HttpRoute &route, std::chrono::milliseconds connectTimeout)
{
    if (!m_easy)
        return fault(told(QT_TRANSLATE_NOOP("sonde::wire", "libcurl is out of memory.")));
    applySafety();
    curl_easy_setopt(easy(), CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(connectTimeout.count()));
    auto problem = applyMessage(request);
    if (!problem)
        problem = applyHeaders(request);
    if (!problem)
        problem = applyTrust(trust);
    if (!problem)
        problem = applyRoute(request, route);
    return problem;
}

void CurlSetup::setMaxIdle(std::chrono::seconds idle)
{
    // libcurl rounds idle times down to whole seconds, and reuses a connection up to the limit.
    if (idle.count() > 0)
        curl_easy_setopt(easy(), CURLOPT_MAXAGE_CONN, static_cast<long>(idle.count() - 1));
    else
        curl_easy_setopt(easy(), CURLOPT_FRESH_CONNECT, 1L);
}

void CurlSetup::applySafety()
{
    curl_easy_setopt(easy(), CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy(), CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy(), CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy(), CURLOPT_HTTP_VERSION, long(CURL_HTTP_VERSION_2TLS));
    curl_easy_setopt(easy(), CURLOPT_BUFFERSIZE, kReceiveBuffer);
    // Long streams may be silent: keep-alive lets the kernel detect a dead peer.
    curl_easy_setopt(easy(), CURLOPT_TCP_KEEPALIVE, 1L);
    // An abort must not wait for the resolver's thread.
    curl_easy_setopt(easy(), CURLOPT_QUICK_EXIT, 1L);
    // Only a full handshake shows the certificates, so sessions are not resumed.
    curl_easy_setopt(easy(), CURLOPT_SSL_SESSIONID_CACHE, 0L);
    // The proxy's response to CONNECT is not the server's.
    curl_easy_setopt(easy(), CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
}

std::optional<SetupFault> CurlSetup::applyMessage(const HttpRequest &request)
{
    QUrl url = request.url;
    url.setFragment(QString());
    url.setUserInfo(QString()); // libcurl would turn it into an Authorization header
    if ((url.scheme() != QLatin1String("http") && url.scheme() != QLatin1String("https"))
        || url.host().isEmpty())
        return fault(told(QT_TRANSLATE_NOOP("sonde::wire",
                              "%1 is not the address of a web server: it must begin with http:// "
                              "or https:// and contain a host."),
            {url.toDisplayString()}));
    if (!isToken(request.method))
        return fault(told(QT_TRANSLATE_NOOP("sonde::wire", "\"%1\" is not an HTTP method."),
            {QString::fromLatin1(request.method)}));
    curl_easy_setopt(easy(), CURLOPT_URL, url.toEncoded().constData());
    curl_easy_setopt(easy(), CURLOPT_PATH_AS_IS, 1L);

    if (request.hasBody) {
        curl_easy_setopt(easy(), CURLOPT_POST, 1L);
        curl_easy_setopt(
            easy(), CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
        curl_easy_setopt(easy(), CURLOPT_POSTFIELDS, request.body.data());
    } else {
        // The response to HEAD has no body, whatever its Content-Length says.
        const bool isHead = request.method == "HEAD";
        curl_easy_setopt(easy(), isHead ? CURLOPT_NOBODY : CURLOPT_HTTPGET, 1L);
    }
    if (request.method != (request.hasBody ? "POST" : "GET"))
        curl_easy_setopt(easy(), CURLOPT_CUSTOMREQUEST, request.method.constData());
    return std::nullopt;
}

std::optional<SetupFault> CurlSetup::applyHeaders(const HttpRequest &request)
{
    const auto add = [this](const QByteArray &line) {
        curl_slist *longer = curl_slist_append(m_headers.get(), line.constData());
        if (longer) {
            static_cast<void>(m_headers.release());
            m_headers.reset(longer);
        }
    };
    for (const HttpHeader &field : request.headers.fields()) {
        const QString name = QString::fromLatin1(field.name);
        if (!isToken(field.name))
            return fault(
                told(QT_TRANSLATE_NOOP("sonde::wire", "\"%1\" is not a header name."), {name}));
        if (breaksLines(field.value))
            return fault(told(QT_TRANSLATE_NOOP("sonde::wire",
                                  "The value of the header %1 contains a line break."),
                {name}));
        // In libcurl's list, a name with a semicolon is sent with an empty value, and a name with
        // only a colon is not sent.
        const QByteArray value = field.value.trimmed();
        add(value.isEmpty() ? QByteArray(field.name + ';') : QByteArray(field.name + ": " + value));
    }
    // Removes the headers that libcurl adds by default.
    for (const char *name : {"Accept", "Content-Type", "Expect", "User-Agent", "Accept-Encoding"}) {
        if (!request.headers.contains(name))
            add(QByteArray(name) + ':');
    }
    curl_easy_setopt(easy(), CURLOPT_HTTPHEADER, m_headers.get());
    // Headers are not sent to a proxy.
    curl_easy_setopt(easy(), CURLOPT_HEADEROPT, long(CURLHEADER_SEPARATE));
    return std::nullopt;
}

std::optional<SetupFault> CurlSetup::applyTrust(const TlsTrust &trust)
{
    auto problem =
        unreadable(trust.caFile, told(QT_TRANSLATE_NOOP("sonde::wire", "CA certificates")));
    if (!problem)
        problem = unreadable(
            trust.certificateFile, told(QT_TRANSLATE_NOOP("sonde::wire", "client certificate")));
    if (!problem)
        problem = unreadable(
            trust.keyFile, told(QT_TRANSLATE_NOOP("sonde::wire", "client certificate key")));
    if (problem)
        return problem;

    if (!trust.caFile.isEmpty()) {
        const QByteArray file = QFile::encodeName(trust.caFile);
        curl_easy_setopt(easy(), CURLOPT_CAINFO, file.constData());
        curl_easy_setopt(easy(), CURLOPT_PROXY_CAINFO, file.constData());
        // Otherwise the system's folder of CA certificates would be used as well.
        curl_easy_setopt(easy(), CURLOPT_CAPATH, nullptr);
        curl_easy_setopt(easy(), CURLOPT_PROXY_CAPATH, nullptr);
    }
    if (!trust.certificateFile.isEmpty()) {
        const QString &key = trust.keyFile.isEmpty() ? trust.certificateFile : trust.keyFile;
        curl_easy_setopt(
            easy(), CURLOPT_SSLCERT, QFile::encodeName(trust.certificateFile).constData());
        curl_easy_setopt(easy(), CURLOPT_SSLKEY, QFile::encodeName(key).constData());
        // Without a password, OpenSSL would ask for one on the terminal and wait.
        curl_easy_setopt(easy(), CURLOPT_KEYPASSWD, "");
    }
    if (!trust.pinnedKey.isEmpty()) {
        // With a pinned key only the key is trusted; CA, host name and expiry are not checked.
        const QByteArray pin = "sha256//" + trust.pinnedKey.toBase64();
        curl_easy_setopt(easy(), CURLOPT_PINNEDPUBLICKEY, pin.constData());
        curl_easy_setopt(easy(), CURLOPT_SSL_VERIFYPEER, 0L);
        curl_easy_setopt(easy(), CURLOPT_SSL_VERIFYHOST, 0L);
    }
    return std::nullopt;
}

std::optional<SetupFault> CurlSetup::applyRoute(const HttpRequest &request, const HttpRoute &route)
{
    if (!route.unixSocket.isEmpty()) {
        const QByteArray path = QFile::encodeName(route.unixSocket);
        if (path.size() > kMaxSocketPath)
            return fault(told(QT_TRANSLATE_NOOP("sonde::wire",
                                  "The path of the socket is too long: it has %1 bytes, at most %2 "
                                  "are possible."),
                {QString::number(path.size()), QString::number(kMaxSocketPath)}));
        curl_easy_setopt(easy(), CURLOPT_UNIX_SOCKET_PATH, path.constData());
        curl_easy_setopt(easy(), CURLOPT_PROXY, "");
        return std::nullopt;
    }
    switch (route.proxy) {
    case HttpRoute::Proxy::None:
        curl_easy_setopt(easy(), CURLOPT_PROXY, "");
        return std::nullopt;
    case HttpRoute::Proxy::Environment:
        // For a proxy "localhost" would be the proxy's own machine.
        if (isLoopback(request.url.host().toLower()))
            curl_easy_setopt(easy(), CURLOPT_PROXY, "");
        return std::nullopt;
    case HttpRoute::Proxy::Given:
        break;
    }
    const QUrl proxy(route.proxyUrl);
    static const std::array<QLatin1String, 4> schemes{QLatin1String("http"), QLatin1String("https"),
        QLatin1String("socks5"), QLatin1String("socks5h")};
    if (proxy.host().isEmpty()
        || std::find(schemes.begin(), schemes.end(), proxy.scheme()) == schemes.end()) {
        SetupFault problem = fault(told(QT_TRANSLATE_NOOP("sonde::wire",
            "A proxy address begins with http://, https://, "
            "socks5:// or socks5h:// and contains host and port.")));
        problem.failure = HttpOutcome::Failure::Proxy;
        return problem;
    }
    m_proxy = shownProxy(route.proxyUrl);
    curl_easy_setopt(easy(), CURLOPT_PROXY, route.proxyUrl.toUtf8().constData());
    curl_easy_setopt(easy(), CURLOPT_NOPROXY, ""); // an explicit proxy has no exceptions
    return std::nullopt;
}

} // namespace sonde::wire
