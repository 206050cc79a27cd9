// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"
#include "findings/context/connection.h"
#include "findings/context/httpexchange.h"
#include "findings/context/officialschemas.h"
#include "rpc/message.h"
#include "trace/record/record.h"

#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>

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
    bool isInBatch = false; // a message of the client, in a line with others (2025-03-26)

    bool isModern() const { return revision >= kFirstModern; }
    bool isFromClient() const { return record.channel == rpc::Channel::Sent; }
    json::Value root() const { return message.root(); }
    json::Value params() const { return member("params", knownParams); }
    json::Value result() const { return member("result", knownResult); }
    json::Value error() const { return member("error", knownError); }
    // The capabilities of the sender, of its peer, and of either party.
    const Declared &own() const { return isFromClient() ? connection.client : connection.server; }
    const Declared &peer() const { return isFromClient() ? connection.server : connection.client; }

    // Of a response in the modern era: its request names no revision, so that a server of both eras
    // may have taken it for one of an older era. Only the modern era has server/discover.
    bool mayBeOfOlderEra() const
    {
        return isModern() && request && !request->revision && request->method != "server/discover";
    }

    // Looked up once: many rules ask for them.
    json::Value member(std::string_view name, std::optional<json::Value> &known) const
    {
        if (!known)
            known = message.root()[name];
        return *known;
    }
    // Whether the text has a `_meta` somewhere: most messages have none.
    bool mentionsMeta() const
    {
        if (!knownMeta)
            knownMeta = message.bytes().view().find("\"_meta\"") != std::string_view::npos;
        return *knownMeta;
    }
    // Why the schema of a tool that the message lists cannot be used; null: it can. Several rules
    // ask, and many tools have the same one.
    const Error *faultOf(const json::Value &schema) const
    {
        const auto [place, isNew] = knownFaults.try_emplace(schema.raw());
        if (isNew)
            place->second = findFault(schema);
        return place->second.get();
    }
    static std::unique_ptr<const Error> findFault(const json::Value &schema);

    mutable std::unordered_map<std::string_view, std::unique_ptr<const Error>> knownFaults{};
    mutable std::optional<bool> knownMeta{};
    mutable std::optional<json::Value> knownParams{};
    mutable std::optional<json::Value> knownResult{};
    mutable std::optional<json::Value> knownError{};
};

} // namespace sonde::findings
