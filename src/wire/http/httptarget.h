// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret.h"
#include "wire/http/httpmessage.h"

#include <QByteArray>
#include <QString>
#include <QUrl>

#include <chrono>
#include <cstdint>
#include <vector>

namespace sonde::wire {

// How the server's certificate is checked. The check cannot be turned off: a certificate that is
// not signed by a known authority can only be pinned, after it was shown to the user.
struct TlsTrust {
    QString caFile; // CA certificates, PEM; empty: the system's
    QString certificateFile; // client certificate, PEM
    QString keyFile; // client certificate key, PEM; empty: it is in certificateFile
    QByteArray pinnedKey; // SHA-256 of the public key (SubjectPublicKeyInfo), 32 bytes; empty: none
};

// The route to the server.
struct HttpRoute {
    enum class Proxy : std::uint8_t { Environment, None, Given };
    Proxy proxy = Proxy::Environment; // http_proxy, https_proxy, all_proxy, no_proxy
    QString proxyUrl; // http://, https://, socks5://, socks5h://
    QString unixSocket; // a path; the URL's host is then only a name
    // Rejects a host name that resolves to a private address; for URLs named by a server. Names
    // resolved by a proxy cannot be checked.
    bool publicOnly = false;
};

// A server with a URL.
struct HttpTarget {
    enum class Transport : std::uint8_t {
        Auto, // Streamable HTTP, then HTTP+SSE if the server does not support it
        Streamable,
        Sse, // 2024-11-05 HTTP with SSE
    };
    QUrl url; // http or https, without user information and fragment
    Transport transport = Transport::Auto;
    HttpHeaders headers; // set by the user; sent only to this origin, with order and case kept
    TlsTrust trust;
    HttpRoute route;
    bool followSameOrigin = false; // follows 307 and 308 to the same origin

    std::chrono::milliseconds connectTimeout{10'000};
};

// Scheme, host and port in lower case: "https://example.org:8443"; the default port is omitted.
QString originOf(const QUrl &url);
bool sameOrigin(const QUrl &a, const QUrl &b);

} // namespace sonde::wire
