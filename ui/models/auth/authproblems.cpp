// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What goes wrong in an authorization, by name, and why it usually does.

#include "models/auth/authstepmodel.h"

namespace sonde::models {

using auth::AuthRule;

QString AuthStepModel::problemName(AuthRule rule)
{
    switch (rule) {
    case AuthRule::UrlNotSecure:
        return tr("URL not secure");
    case AuthRule::UrlPrivate:
        return tr("URL in a private network");
    case AuthRule::UrlMalformed:
        return tr("Malformed URL");
    case AuthRule::ResourceMismatch:
        return tr("Resource mismatch");
    case AuthRule::NoAuthorizationServer:
        return tr("No authorization server");
    case AuthRule::ResourceMetadataMissing:
        return tr("Resource metadata missing");
    case AuthRule::IssuerMismatch:
        return tr("Issuer mismatch");
    case AuthRule::ServerMetadataMissing:
        return tr("Server metadata missing");
    case AuthRule::EndpointMissing:
        return tr("Endpoint missing");
    case AuthRule::PkceUnsupported:
        return tr("S256 missing");
    case AuthRule::ClientOfOtherIssuer:
        return tr("Client of another issuer");
    case AuthRule::RegistrationRefused:
        return tr("Registration refused");
    case AuthRule::NoClient:
        return tr("No client ID");
    case AuthRule::ClientNotProven:
        return tr("Secret or key missing");
    case AuthRule::IdTokenMissing:
        return tr("ID token missing");
    case AuthRule::BrowserUrl:
        return tr("URL not for a browser");
    case AuthRule::StateMismatch:
        return tr("Wrong state");
    case AuthRule::IssMissing:
        return tr("Issuer missing in the redirect");
    case AuthRule::IssMismatch:
        return tr("Wrong issuer in the redirect");
    case AuthRule::RedirectMalformed:
        return tr("Malformed redirect");
    case AuthRule::AuthorizationDenied:
        return tr("Denied");
    case AuthRule::TokenRefused:
        return tr("Token refused");
    case AuthRule::TokenMalformed:
        return tr("Malformed token response");
    case AuthRule::TokenTypeUnknown:
        return tr("Unknown token type");
    case AuthRule::FreshTokenRefused:
        return tr("New token rejected");
    case AuthRule::StepUpLimit:
        return tr("Scope not granted");
    case AuthRule::LoginNotOffered:
        return tr("Login not offered");
    case AuthRule::TimedOut:
        return tr("Browser timeout");
    case AuthRule::Unreachable:
        return tr("No response");
    }
    return {};
}

QString AuthStepModel::usualCause(AuthRule rule)
{
    switch (rule) {
    case AuthRule::IssuerMismatch:
        return tr("A proxy or a template drops the tenant's path, or one of the two has a trailing "
                  "slash.");
    case AuthRule::ResourceMismatch:
        return tr("The server is reached through a different host, port or path than it was "
                  "configured with.");
    case AuthRule::PkceUnsupported:
        return tr("The metadata does not contain code_challenge_methods_supported.");
    case AuthRule::StateMismatch:
        return tr("The browser sent an old page again, or the redirect was forged.");
    case AuthRule::RegistrationRefused:
        return tr("The authorization server registers only approved clients. Enter a client ID in "
                  "the server's settings.");
    case AuthRule::ClientNotProven:
    case AuthRule::IdTokenMissing:
        return tr("It was not entered in the server's settings, or it was kept in memory and lost "
                  "when Sonde ended, or the keychain was emptied.");
    case AuthRule::FreshTokenRefused:
        return tr("The token is for a different resource or issuer than the server expects, or the "
                  "clocks of the two servers differ.");
    case AuthRule::StepUpLimit:
        return tr("The user or the authorization server did not grant the scope.");
    case AuthRule::UrlPrivate:
        return tr("A public server points to a private network, by mistake or to attack it.");
    case AuthRule::LoginNotOffered:
        return tr("The server accepts only a token that you already have, as a header.");
    case AuthRule::TimedOut:
        return tr("The authorization server showed an error page, for example because the redirect "
                  "URI is not registered, or the login was not completed.");
    case AuthRule::UrlNotSecure:
        return tr("The metadata was written for a server without TLS.");
    default:
        return {};
    }
}

// RFC 6749 sections 4.1.2.1 and 5.2, RFC 7591 section 3.2.2, RFC 8707 section 2.
QString AuthStepModel::problemName(const auth::Step &step)
{
    const QString &error = step.error;
    if (error == u"invalid_client")
        return tr("Client rejected");
    if (error == u"unauthorized_client")
        return tr("Client not authorized");
    if (error == u"invalid_redirect_uri" || error == u"redirect_uri_mismatch")
        return tr("Redirect mismatch");
    if (error == u"invalid_grant")
        return step.kind == auth::StepKind::Refresh ? tr("Refresh token rejected")
                                                    : tr("Code rejected");
    if (error == u"invalid_scope")
        return tr("Scope not granted");
    if (error == u"invalid_target")
        return tr("Resource rejected");
    return step.rule ? problemName(*step.rule) : tr("Ended");
}

QString AuthStepModel::usualCause(const auth::Step &step)
{
    const QString &error = step.error;
    if (error == u"invalid_client")
        return tr("The client ID or its secret is wrong or has expired, or the authentication "
                  "method differs from the registered one.");
    if (error == u"invalid_redirect_uri" || error == u"redirect_uri_mismatch")
        return tr("The redirect URI is not registered. Set a fixed port in the server's settings, "
                  "and register http://127.0.0.1:PORT/callback.");
    if (error == u"invalid_grant" && step.kind != auth::StepKind::Refresh)
        return tr(
            "The code was issued for a different redirect URI, was already used, or has expired.");
    if (error == u"invalid_grant")
        return tr("The refresh token was revoked, has expired, or was already used.");
    if (error == u"invalid_scope")
        return tr(
            "The authorization server does not know a scope, or does not grant it to this client.");
    if (error == u"invalid_target")
        return tr("The authorization server issues no tokens for this MCP server.");
    return step.rule ? usualCause(*step.rule) : QString();
}

} // namespace sonde::models
