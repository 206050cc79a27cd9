// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/context.h"

namespace sonde::findings {

// Keeps what a Connection knows of its authorization up to date.
class AuthorizationWatch {
public:
    explicit AuthorizationWatch(Connection &connection)
        : m_connection(connection)
        , m_known(connection.authorization)
    {
    }

    // After the rules have seen an exchange that carries the protocol, fetches metadata, registers
    // a client, opens the authorization page, brings its response, or requests a token.
    void afterProtocol(const Context &context);
    void afterMetadata(const Context &context);
    void afterRegistration(const Context &context);
    void afterRequest(const Context &context);
    void afterRedirect(const Context &context);
    void afterToken(const Context &context);

private:
    void challenge(const Context &context);
    void stepUp(const Context &context);
    void proof(const HttpExchange &exchange);
    void resource(const Context &context);
    void server(const Context &context);
    void client(const Context &context, const json::Value &document, const QString &id);

    Connection &m_connection;
    AuthorizationFacts &m_known;
};

} // namespace sonde::findings
