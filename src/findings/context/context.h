// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/connection.h"
#include "findings/context/httpexchange.h"
#include "findings/context/officialschemas.h"
#include "rpc/message.h"
#include "trace/record/record.h"

namespace sonde::findings {

// What a rule sees: one message of a recording, and what came before it on its connection.
struct Context {
    trace::Number number = 0;
    const trace::Record &record;
    const rpc::Message &message; // of an exchange: empty
    Revision revision; // that the message must follow
    // Whether the revision is certain. Otherwise only rules that hold in every revision are run.
    bool isNegotiated = false;
    const Connection &connection;
    const SeenRequest *request = nullptr; // of a response, if it is known
    const HttpExchange *exchange = nullptr; // of an exchange
    OfficialSchemas *schemas = nullptr; // of a message

    bool isModern() const { return revision >= kFirstModern; }
    bool isFromClient() const { return record.channel == rpc::Channel::Sent; }
    json::Value root() const { return message.root(); }
    json::Value params() const { return message.params(); }
    json::Value result() const { return message.result(); }
    json::Value error() const { return message.error(); }
    // The capabilities of the sender, of its peer, and of either party.
    const Declared &own() const { return isFromClient() ? connection.client : connection.server; }
    const Declared &peer() const { return isFromClient() ? connection.server : connection.client; }
};

} // namespace sonde::findings
