// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mock/responder.h"
#include "synthetic/snapshotoffer.h"
#include "synthetic/syntheticresults.h"

#include <cstdint>
#include <memory>
#include <string>

namespace sonde::synthetic {

// Responds as the server of a snapshot could, in both eras: with its lists, with results that fit
// its schemas, and with the errors that the specification demands. Equal requests get equal
// results, in any order; another seed gives other ones.
class SyntheticServer : public mock::Responder {
public:
    SyntheticServer(std::shared_ptr<const SnapshotOffer> offer, std::uint64_t seed);

    std::shared_ptr<const mock::ScriptedExchange> exchangeFor(const rpc::Message &request) override;

private:
    Response respond(const rpc::Message &request, const std::string &revision);
    Response respondToInitialize(const json::Value &params);
    Response discovered() const;
    Response listed(changes::ListKind kind, const json::Value &params) const;
    Response called(const rpc::Message &request, const std::string &revision) const;
    Response read(const rpc::Message &request, const std::string &revision) const;
    Response prompted(const rpc::Message &request) const;
    Response subscribed(const json::Value &params) const;
    Response completed(const json::Value &params) const;
    Response levelSet(const json::Value &params) const;
    std::shared_ptr<const mock::ScriptedExchange> subscription(const rpc::Message &request) const;
    bool knowsResource(std::string_view uri) const;
    std::uint64_t seedOf(const rpc::Message &request) const;
    std::string sealed(
        std::string_view result, std::string_view method, std::string_view subscription = {}) const;

    const std::shared_ptr<const SnapshotOffer> m_offer;
    const std::uint64_t m_seed;
    std::string m_revision; // of the client's session
};

// A script without a recording, for any number of clients.
mock::MockScript syntheticScript(changes::Snapshot snapshot, std::uint64_t seed);

} // namespace sonde::synthetic
