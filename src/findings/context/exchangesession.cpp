// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/exchangesession.h"

#include "wire/link/sessionrefusal.h"

#include <string>

namespace sonde::findings {

std::string sessionOf(const HttpExchange &exchange)
{
    return exchange.request.value("mcp-session-id").value_or(QByteArray()).toStdString();
}

std::string streamSessionOf(const HttpExchange &exchange, const Connection &connection)
{
    const auto given =
        exchange.response ? exchange.response->headers.value("mcp-session-id") : std::nullopt;
    const std::string session = given ? given->toStdString() : sessionOf(exchange);
    return session.empty() ? std::to_string(connection.initialize) : session;
}

bool saysSessionIsUnknown(const HttpExchange &exchange)
{
    // An error with the id of the request is about what it asks for, whatever its words are.
    const auto id = exchange.responseBody.root()["id"];
    const bool isResponse = id && id.raw() != "null";
    return exchange.response && !isResponse && !exchange.body.root()["method"].equals("initialize")
        && wire::isSessionRefusal(*exchange.response, exchange.refusal);
}

bool isSessionRefusal(const HttpExchange &exchange, const Connection &connection)
{
    const int status = exchange.status();
    if (status != 401 && status != 403)
        return false;
    if (saysSessionIsUnknown(exchange))
        return true;
    if (status != 401 || !connection.passesWithoutToken || connection.sessions.empty()
        || exchange.request.contains("authorization")
        || exchange.response->headers.contains("www-authenticate")
        || exchange.body.root()["method"].equals("initialize"))
        return false;
    const auto known = connection.sessions.find(sessionOf(exchange));
    return known == connection.sessions.end() || known->second != 0;
}

} // namespace sonde::findings
