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
        return tr("Address not secure");
    case Rule::UrlPrivate:
        return tr("Address in a private network");
    case Rule::UrlMalformed:
        return tr("Malformed address");
    case Rule::ResourceMismatch:
        return tr("Resource mismatch");
    case Rule::NoAuthorizationServer:
        return tr("No authorization server named");
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
        return tr("No client id");
    case Rule::ClientNotProven:
        return tr("Secret or key missing");
    case Rule::IdTokenMissing:
        return tr("ID token missing");
    case Rule::BrowserUrl:
        return tr("Not an address for a browser");
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
        return tr("Malformed token answer");
    case Rule::TokenTypeUnknown:
        return tr("Unknown token type");
    case Rule::FreshTokenRefused:
        return tr("New token not accepted");
    case Rule::StepUpLimit:
        return tr("Scope not granted");
    case Rule::TimedOut:
        return tr("Browser did not come back");
    case Rule::Unreachable:
        return tr("No answer");
    }
    return {};
}

QString AuthStepModel::usualCause(Rule rule)
{
    switch (rule) {
    case Rule::IssuerMismatch:
        return tr("A proxy or a template that drops the tenant's path, or a slash at the end.");
    case Rule::ResourceMismatch:
        return tr("The server is reached by another host, port or path than it was set up with.");
    case Rule::PkceUnsupported:
        return tr("The metadata leaves out code_challenge_methods_supported.");
    case Rule::StateMismatch:
        return tr("An old page of the browser was sent again, or somebody else sent the redirect.");
    case Rule::RegistrationRefused:
        return tr("The authorization server registers only clients that it knows. Give a client id "
                  "in the server's settings.");
    case Rule::ClientNotProven:
    case Rule::IdTokenMissing:
        return tr("It was never entered in the server's settings, or the keychain was emptied.");
    case Rule::FreshTokenRefused:
        return tr("The token is for another resource or issuer than the server checks, or the "
                  "clocks of the two differ.");
    case Rule::StepUpLimit:
        return tr("The person or the authorization server did not grant the scope.");
    case Rule::UrlPrivate:
        return tr("A public server that names an address of a private network, by mistake or to "
                  "have it asked.");
    case Rule::TimedOut:
        return tr("The authorization server showed a page of its own, for example that the "
                  "redirect address is not registered, or nobody has answered it.");
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
        return tr("Client not accepted");
    if (error == u"unauthorized_client")
        return tr("Client not allowed to do this");
    if (error == u"invalid_redirect_uri" || error == u"redirect_uri_mismatch")
        return tr("Redirect mismatch");
    if (error == u"invalid_grant")
        return step.kind == auth::StepKind::Refresh ? tr("Refresh token not accepted")
                                                    : tr("Code not accepted");
    if (error == u"invalid_scope")
        return tr("Scope not granted");
    if (error == u"invalid_target")
        return tr("Resource not accepted");
    return step.rule ? problemName(*step.rule) : tr("Ended");
}

QString AuthStepModel::usualCause(const auth::Step &step)
{
    const QString &error = step.error;
    if (error == u"invalid_client")
        return tr("The client id or its secret is wrong or has expired, or the secret is sent in "
                  "another way than was registered.");
    if (error == u"invalid_redirect_uri" || error == u"redirect_uri_mismatch")
        return tr("The redirect address is none of those that are registered. Give it a fixed port "
                  "in the server's settings, and register http://127.0.0.1:PORT/callback.");
    if (error == u"invalid_grant" && step.kind != auth::StepKind::Refresh)
        return tr("The redirect address is not the one that the code was given for, or the code "
                  "was used or has expired.");
    if (error == u"invalid_grant")
        return tr("It was revoked, has expired, or was used once already.");
    if (error == u"invalid_scope")
        return tr("The authorization server does not know a scope, or does not give it to this "
                  "client.");
    if (error == u"invalid_target")
        return tr("The authorization server gives no tokens for this MCP server.");
    return step.rule ? usualCause(*step.rule) : QString();
}

} // namespace sonde::models
