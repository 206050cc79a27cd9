// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/authorizationfacts.h"
#include "findings/context/httpexchange.h"
#include "findings/context/oauthvalues.h"
#include "wire/link/challenge.h"

#include <QString>

#include <optional>
#include <string>

namespace sonde::findings {

// What an exchange says in the words of OAuth.

QString addressOf(const HttpExchange &exchange); // without query and fragment
QString pathOf(const HttpExchange &exchange);

// A parameter in the query of the request, in its form, or in either.
std::optional<QString> queryValue(const HttpExchange &exchange, const char *name);
std::optional<QString> formValue(const HttpExchange &exchange, const char *name);
std::optional<QString> parameterOf(const HttpExchange &exchange, const char *name);

// Whether it is metadata of another host than the server and the authorization servers that it
// names: of a login behind them.
bool isOfOtherLogin(const HttpExchange &exchange, const std::string &server,
    const AuthorizationFacts &authorization);

// Whether a request for a token or of a registration is of another service, whose login an imported
// log shows as well.
bool isOfOtherService(const HttpExchange &exchange, const std::string &server,
    const AuthorizationFacts &authorization);

// Whether the server wants nothing but a nonce in the proof (RFC 9449 section 9).
bool isNonceDemand(const HttpExchange &exchange);

// The first challenge for tokens: Bearer or DPoP.
std::optional<wire::Challenge> tokenChallenge(const HttpExchange &exchange);
// "insufficient_scope"; empty: no challenge names an error.
QString challengeError(const HttpExchange &exchange);
// Whether the request is refused because its token has too few scopes.
bool isInsufficientScope(const HttpExchange &exchange);
// What makes two requests the same operation: method and params, as a fingerprint.
std::string operationOf(const HttpExchange &exchange);
// The token of the Authorization header, if it is written there.
QString bearerOf(const HttpExchange &exchange);
// The scheme of the Authorization header in lower case; empty: there is none, or it is hidden.
QString authorizationScheme(const HttpExchange &exchange);

// The parameters with which the authorization server sends the browser back to the client: of a
// request for the redirect URI, or in the Location of a response.
std::optional<auth::Parameters> redirectOf(
    const HttpExchange &exchange, const AuthorizationFacts &authorization);

} // namespace sonde::findings
