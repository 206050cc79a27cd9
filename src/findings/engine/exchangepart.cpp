// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/exchangepart.h"

#include "findings/context/oauthfacts.h"
#include "findings/engine/authorizationwatch.h"
#include "findings/engine/connectionwatch.h"

namespace sonde::findings {

On partOf(const HttpExchange &exchange, const Connection &connection)
{
    if (exchange.isProtocol())
        return On::Exchange;
    if (exchange.isMetadata() || exchange.isClientDocument())
        return On::Metadata;
    if (exchange.isTokenRequest())
        return On::Token;
    if (exchange.isRegistration())
        return On::Registration;
    const AuthorizationFacts &known = connection.authorization;
    const QString address = addressOf(exchange);
    // The page of another login, to which the authorization server may send the browser, is not the
    // client's.
    const bool isOwnPage = known.serverOf(address, "authorization_endpoint")
        || (known.servers.empty() && !connection.url.empty()
            && address == defaultEndpoint(connection.url, "/authorize"));
    if (exchange.isAuthorizationRequest() && isOwnPage)
        return On::Authorization;
    return redirectOf(exchange, known) ? On::Redirect : On::Invalid;
}

std::optional<Revision> namedRevision(
    On part, const HttpExchange &exchange, const Connection &connection)
{
    const auto header = exchange.request.value("mcp-protocol-version");
    const auto named = revisionFromName(header.value_or(QByteArray()).toStdString());
    return named || part == On::Exchange ? named : connection.authorization.revision;
}

bool isJudged(On part, const HttpExchange &exchange, const Connection &connection)
{
    if (!exchange.isSent)
        return false;
    if (part == On::Token || part == On::Registration)
        return !isOfOtherService(exchange, connection.url, connection.authorization);
    return part != On::Exchange || !exchange.lacksHeaders();
}

void watch(On part, const Context &context, Connection &connection)
{
    AuthorizationWatch authorization(connection);
    switch (part) {
    case On::Exchange:
        ConnectionWatch(connection).afterExchange(context);
        return authorization.afterProtocol(context);
    case On::Metadata:
        if (context.exchange->isMetadata())
            ConnectionWatch(connection).afterExchange(context);
        return authorization.afterMetadata(context);
    case On::Registration:
        return authorization.afterRegistration(context);
    case On::Authorization:
        return authorization.afterRequest(context);
    case On::Redirect:
        return authorization.afterRedirect(context);
    default:
        return authorization.afterToken(context);
    }
}

} // namespace sonde::findings
