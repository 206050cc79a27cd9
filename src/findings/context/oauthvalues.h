// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/parameters.h"
#include "json/value.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <string>

namespace sonde::findings {

// The values of OAuth in the forms in which rules compare and quote them.

inline constexpr char kOAuthPath[] = "/.well-known/oauth-authorization-server"; // RFC 8414
inline constexpr char kOpenIdPath[] = "/.well-known/openid-configuration";
inline constexpr char kResourcePath[] = "/.well-known/oauth-protected-resource"; // RFC 9728
inline constexpr qsizetype kMaxOAuthValue = 4096; // characters of a value that is kept

// For a sentence: see shown().
QString shownText(const QString &text);

// The address without query and fragment.
QString addressOf(const QString &url);
QString originOf(const QString &url); // "https://host:8443"
auth::Parameters queryOf(const QString &url);
bool isLoopback(const QString &url);
// Whether it is http on another host than this machine.
bool isOpenHttp(const QString &url);
// The endpoints of 2025-03-26, where the server has no metadata.
QString defaultEndpoint(const std::string &server, const char *path);
// Two redirect URIs that may stand for each other: the same, or on this machine with another port
// (RFC 8252 section 7.3).
bool isSameRedirect(const QString &a, const QString &b);

// A status that says that nothing is there: neither a redirect, a failure, a limit nor a login.
bool saysMissing(int status);

// Whether a recording or an export has replaced the value, so that it compares with nothing.
bool isHidden(const QString &value);
std::size_t fingerprintOf(const QString &secret); // 0: it is empty or hidden

QStringList scopesOf(const QString &scope);
bool containsAll(const QStringList &all, const QStringList &some);
QStringList textsOf(const json::Value &array); // its strings

} // namespace sonde::findings
