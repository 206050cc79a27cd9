// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/authrule.h"

#include <QString>
#include <QUrl>

#include <optional>
#include <vector>

namespace sonde::auth {

inline constexpr qsizetype kMaxUrl = 8192;

// Whether a request may be sent to a URL that another server named: an absolute URL without
// user information, https or a loopback host, and no private network when the MCP server is a
// public one. Nothing: the request may be sent. Host names are checked again when they are
// resolved: wire::HttpRoute::publicOnly.
std::optional<AuthRule> refusalOf(const QUrl &url, bool serverIsLocal);

// Whether a URL may be opened in a browser: http(s), http only to this machine, no characters that
// an encoded URL cannot have.
std::optional<AuthRule> browserRefusalOf(const QUrl &url);

// Whether the MCP server itself is on this machine or in a private network. `remoteAddress`,
// "IP:port" of a connection to it, says more than the name; empty: not known.
bool isLocalServer(const QUrl &server, const QString &remoteAddress);

// Where the metadata of a server may be (RFC 9728 section 3.1): with its path first, then at the
// root. A server at the root has one place only.
std::vector<QUrl> resourceMetadataUrls(const QUrl &server);

// Where an authorization server's metadata may be, in the order of 2025-11-25
// basic/authorization#authorization-server-metadata-discovery: RFC 8414, then OpenID Connect with
// its path inserted and appended. `legacy`: only RFC 8414, as 2025-03-26 has it.
std::vector<QUrl> serverMetadataUrls(const QUrl &issuer, bool legacy = false);

// The canonical address of an MCP server (RFC 8707): scheme and host in lower case, no fragment, no
// slash for an empty path.
QString canonicalResource(const QUrl &server);

// Whether metadata for `resource` may speak for the server: the same address, or one of the same
// origin whose path the server's begins with.
bool resourceCovers(const QUrl &resource, const QUrl &server);

} // namespace sonde::auth
