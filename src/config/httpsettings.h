// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret.h"
#include "config/authsettings.h"
#include "config/profilefield.h"

#include <QByteArray>
#include <QString>
#include <QStringView>

#include <optional>
#include <vector>

namespace sonde::config {

// Auto tries Streamable HTTP, then HTTP+SSE of 2024-11-05 if the server does not support it.
enum class HttpTransport { Auto, Streamable, Sse };
QString httpTransportName(HttpTransport transport); // "auto", "streamable", "sse"
std::optional<HttpTransport> httpTransportFromName(QStringView name);

// Environment uses http_proxy, https_proxy, all_proxy and no_proxy.
enum class ProxyMode { Environment, None, Given };
QString proxyModeName(ProxyMode mode); // "environment", "none", "given"
std::optional<ProxyMode> proxyModeFromName(QStringView name);

// A header that the user adds to every request. The value is always a Secret, because any header
// may hold one; `secret` says whether it is redacted on screen and in recordings.
struct CustomHeader {
    QString name;
    Secret value;
    bool secret = false;
};

// The connection settings of a server with a URL. Plain data, as typed.
struct HttpSettings {
    QString url;
    HttpTransport transport = HttpTransport::Auto;
    std::vector<CustomHeader> headers; // order and case are kept, names may repeat
    QString caFile; // PEM, instead of the system's CA certificates
    QString certificateFile; // PEM; the client certificate
    QString keyFile; // PEM; empty: the key is in certificateFile
    QString pinnedKey; // see pinnedKeyBytes()
    ProxyMode proxy = ProxyMode::Environment;
    QString proxyUrl; // for Given; in memory it includes the password
    bool proxyPasswordKept = false; // the password is in the keychain
    QString unixSocket; // a path; the URL's host is then only a name
    bool followSameOrigin = false; // follow 307 and 308 to the same origin
    AuthSettings authorization;

    // Connections go to the host of the URL, or to a proxy; otherwise the host is only a name.
    bool goesToHost() const { return unixSocket.isEmpty(); }
    // The key of the server in a cache: the origin and path of its URL, with where connections go
    // if that is not its host. Empty without a usable URL.
    QString cacheKey() const;
};

inline constexpr qsizetype kMaxUrlLength = 8192;
inline constexpr qsizetype kMaxHeaders = 100;
inline constexpr qsizetype kMaxHeaderBytes = 65'536; // of one value
inline constexpr qsizetype kMaxSocketPathBytes = 107; // sun_path, with its NUL 108

// Checks every field. No sentence contains a value that may be secret.
std::vector<FieldProblem> validate(const HttpSettings &settings);

// The 32 bytes of a key's SHA-256, from hex digits (colons and spaces are ignored) or from curl's
// "sha256//<base64>"; empty if the text is neither.
std::optional<QByteArray> pinnedKeyBytes(QStringView text);

// The password in the proxy's URL, or an empty secret.
Secret proxyPassword(const HttpSettings &settings);
void setProxyPassword(HttpSettings &settings, const Secret &password);

// Whether a header with this name usually holds a secret: Authorization, Cookie, X-Api-Key, …
bool isSecretHeader(QStringView name);

} // namespace sonde::config
