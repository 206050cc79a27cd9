// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/context.h"

namespace sonde::findings {

// Keeps a Connection up to date with the messages of a recording.
class ConnectionWatch {
public:
    explicit ConnectionWatch(Connection &connection)
        : m_connection(connection)
    {
    }

    // Before the rules see a message: what the message itself decides, such as the revision.
    void before(const rpc::Message &message, const trace::Record &record);
    // After the rules have seen it.
    void after(const Context &context);
    // After the rules have seen a text that is no message.
    void afterInvalid(const Context &context);
    // After the rules have seen an event of the connection, see rpc/lifecycle.h.
    void afterEvent(std::string_view event);
    // After the rules have seen an HTTP exchange.
    void afterExchange(const Context &context);

private:
    void forget();
    void session(const HttpExchange &exchange);

    void request(const Context &context);
    void requestOfClient(const Context &context);
    void elicitation(const json::Value &params, trace::Number number);
    void notification(const Context &context);
    void announced(std::string_view method, trace::Number number);
    void cancelled(const Context &context);
    void result(const Context &context);
    void error(const Context &context);
    void supports(const json::Value &versions, trace::Number number);
    bool isPage(const Context &context) const;
    void page(const Context &context);

    Connection &m_connection;
};

// The revision that a request or notification names in its _meta (2026-07-28 basic#meta). Empty if
// it names none; `isKnown` tells whether Sonde knows it.
struct NamedRevision {
    std::optional<Revision> revision;
    bool isKnown = true;
};
NamedRevision namedRevision(const rpc::Message &message);

// The revision of a message, and whether it is certain.
struct MessageRevision {
    Revision revision = Revision::R20251125;
    bool isNegotiated = false;
};
MessageRevision revisionOf(
    const rpc::Message &message, const Connection &connection, const SeenRequest *request);

} // namespace sonde::findings
