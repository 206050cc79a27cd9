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

// Whom to trust on the other end. There is no switch that turns the check off: a certificate that
// nobody vouches for can only be pinned, after it was shown.
struct TlsTrust {
    QString caFile; // PEM, in place of the system's authorities; empty: the system's
    QString certificateFile; // PEM; our own, when the server asks for one
    QString keyFile; // PEM; empty: it is in certificateFile
    QByteArray pinnedKey; // SHA-256 of the public key (SubjectPublicKeyInfo), 32 bytes; empty: none
};

// The way there.
struct HttpRoute {
    enum class Proxy : std::uint8_t { Environment, None, Given };
    Proxy proxy = Proxy::Environment; // http_proxy, https_proxy, all_proxy, no_proxy
    QString proxyUrl; // http://, https://, socks5://, socks5h://
    QString unixSocket; // path; the URL's host is then only a name
    // A name that resolves to a private address is refused, however the name looks; for addresses
    // that somebody else named. What a proxy resolves is not seen.
    bool publicOnly = false;
};

// A server that is reached by URL.
struct HttpTarget {
    enum class Transport : std::uint8_t {
        Auto, // Streamable HTTP, and HTTP+SSE when the server does not know it
        Streamable,
        Sse, // 2024-11-05 HTTP with SSE
    };
    QUrl url; // http or https, without user information and fragment
    Transport transport = Transport::Auto;
    HttpHeaders headers; // the person's own; sent to this origin only, order and case kept
    TlsTrust trust;
    HttpRoute route;
    bool followSameOrigin = false; // 307 and 308 to the same origin, by choice

    std::chrono::milliseconds connectTimeout{10'000};
};

// Scheme, host and port in lower case: "https://example.org:8443"; the default port is left out.
QString originOf(const QUrl &url);
bool sameOrigin(const QUrl &a, const QUrl &b);

} // namespace sonde::wire
