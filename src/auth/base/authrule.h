// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <cstdint>
#include <set>

namespace sonde::auth {

// What the specification requires to refuse. A developer may override a rule for one run, by its
// id.
enum class AuthRule : std::uint8_t {
    UrlNotSecure, // https, or http to a loopback host
    UrlPrivate, // a private address, though the MCP server is a public one
    UrlMalformed,
    ResourceMismatch,
    NoAuthorizationServer,
    ResourceMetadataMissing,
    IssuerMismatch,
    ServerMetadataMissing,
    EndpointMissing,
    PkceUnsupported,
    ClientOfOtherIssuer,
    RegistrationRefused,
    NoClient,
    ClientNotProven,
    IdTokenMissing,
    BrowserUrl,
    StateMismatch,
    IssMissing,
    IssMismatch,
    RedirectMalformed,
    AuthorizationDenied,
    TokenRefused,
    TokenMalformed,
    TokenTypeUnknown,
    FreshTokenRefused,
    StepUpLimit,
    LoginNotOffered,
    TimedOut,
    Unreachable,
};

struct RuleText {
    const char *id; // "iss-mismatch"
    const char *source; // "RFC 9207 section 2.4"
    const char *sentence; // what the rule requires, in English: see sentenceOf()
    bool overridable;
};

const RuleText &textOf(AuthRule rule);
QString sentenceOf(AuthRule rule); // what the rule requires
QString detailOf(AuthRule rule); // the requirement with its source and id
// False when there is no rule of that id, or it cannot be overridden.
bool overridableRule(const QString &id, AuthRule *rule);

using Overrides = std::set<AuthRule>; // of one run

} // namespace sonde::auth
