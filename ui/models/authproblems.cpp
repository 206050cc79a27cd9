// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What goes wrong in an authorization, by name, and why it usually does.

#include "models/authstepmodel.h"

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
    case Rule::TokenRefused:
        return tr("invalid_client: the client's secret or how it is sent. invalid_grant: the "
                  "redirect address differs, or the code was used or has expired.");
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
    case Rule::UrlNotSecure:
        return tr("The metadata was written for a server without TLS.");
    default:
        return {};
    }
}

} // namespace sonde::models
