// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What goes wrong in an authorization, by name, and why it usually does.

#include "models/auth/authstepmodel.h"

namespace sonde::models {

using auth::Rule;

QString AuthStepModel::problemName(Rule rule)
{
    switch (rule) {
    case Rule::UrlNotSecure:
        return tr("URL not secure");
    case Rule::UrlPrivate:
        return tr("URL in a private network");
    case Rule::UrlMalformed:
        return tr("Malformed URL");
    case Rule::ResourceMismatch:
        return tr("Resource mismatch");
    case Rule::NoAuthorizationServer:
        return tr("No authorization server");
    case Rule::ResourceMetadataMissing:
        return tr("Resource metadata missing");
    case Rule::IssuerMismatch:
        return tr("Issuer mismatch");
    case Rule::ServerMetadataMissing:
        return tr("Server metadata missing");
    case Rule::EndpointMissing:
        return tr("Endpoint missing");
    case Rule::PkceUnsupported:
        return tr("S256 missing");
    case Rule::ClientOfOtherIssuer:
        return tr("Client of another issuer");
    case Rule::RegistrationRefused:
        return tr("Registration refused");
    case Rule::NoClient:
        return tr("No client ID");
    case Rule::ClientNotProven:
        return tr("Secret or key missing");
    case Rule::IdTokenMissing:
        return tr("ID token missing");
    case Rule::BrowserUrl:
        return tr("URL not for a browser");
    case Rule::StateMismatch:
        return tr("Wrong state");
    case Rule::IssMissing:
        return tr("Issuer missing in the redirect");
    case Rule::IssMismatch:
        return tr("Wrong issuer in the redirect");
    case Rule::RedirectMalformed:
        return tr("Malformed redirect");
    case Rule::AuthorizationDenied:
        return tr("Denied");
    case Rule::TokenRefused:
        return tr("Token refused");
    case Rule::TokenMalformed:
        return tr("Malformed token response");
    case Rule::TokenTypeUnknown:
        return tr("Unknown token type");
    case Rule::FreshTokenRefused:
        return tr("New token rejected");
    case Rule::StepUpLimit:
        return tr("Scope not granted");
    case Rule::LoginNotOffered:
        return tr("Login not offered");
    case Rule::TimedOut:
        return tr("Browser timeout");
    case Rule::Unreachable:
        return tr("No response");
    }
    return {};
}

QString AuthStepModel::usualCause(Rule rule)
{
    switch (rule) {
    case Rule::IssuerMismatch:
        return tr("A proxy or a template drops the tenant's path, or one of the two has a trailing "
                  "slash.");
    case Rule::ResourceMismatch:
        return tr("The server is reached through a different host, port or path than it was "
                  "configured with.");
    case Rule::PkceUnsupported:
        return tr("The metadata does not contain code_challenge_methods_supported.");
    case Rule::StateMismatch:
        return tr("The browser sent an old page again, or the redirect was forged.");
    case Rule::RegistrationRefused:
        return tr("The authorization server registers only approved clients. Enter a client ID in "
                  "the server's settings.");
    case Rule::ClientNotProven:
    case Rule::IdTokenMissing:
        return tr("It was not entered in the server's settings, or it was kept in memory and lost "
                  "when Sonde ended, or the keychain was emptied.");
    case Rule::FreshTokenRefused:
        return tr("The token is for a different resource or issuer than the server expects, or the "
                  "clocks of the two servers differ.");
    case Rule::StepUpLimit:
        return tr("The user or the authorization server did not grant the scope.");
    case Rule::UrlPrivate:
        return tr("A public server points to a private network, by mistake or to attack it.");
    case Rule::LoginNotOffered:
        return tr("The server accepts only a token that you already have, as a header.");
    case Rule::TimedOut:
        return tr("The authorization server showed an error page, for example because the redirect "
                  "URI is not registered, or the login was not completed.");
    case Rule::UrlNotSecure:
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
