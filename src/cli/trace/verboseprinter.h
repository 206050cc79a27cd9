// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/trafficsink.h"
#include "trace/transfer/redactor.h"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace sonde::cli {

class Output;

// Prints what a session does, a line for each step, with the time since the first:
//     +0.000 ms  · process started  sonde-demo-server
//     +1.204 ms  → request tools/call  id 2  65 bytes
//     +3.013 ms  ← response tools/call  id 2  1.809 ms  345 bytes
// → sent, ← received, · what happened to the connection. Over HTTP also each request and its
// status. Never the content of a message; secrets in what is printed are redacted. All calls are
// passed on to the next traffic sink, if there is one.
class VerbosePrinter final : public rpc::TrafficSink {
public:
    VerbosePrinter(Output &out, rpc::TrafficSink *next);

    rpc::StreamId openStream(const rpc::StreamInfo &info) override;
    void bytes(rpc::StreamId stream, std::uint64_t offset, Stamp at, const Bytes &bytes) override;
    std::int64_t message(const rpc::Place &place, Stamp at, const rpc::Message &message) override;
    void beginBatch() override;
    void endBatch() override;
    rpc::ExchangeId openExchange(const rpc::Exchange &exchange) override;
    void updateExchange(rpc::ExchangeId id, const rpc::Exchange &exchange) override;
    void problem(rpc::StreamId stream, std::uint64_t offset, rpc::Problem problem) override;

private:
    // A request that waits for its response.
    struct Asked {
        QString method;
        Stamp at;
    };
    // Of a connection, in a direction, with an id.
    struct Key {
        int connection = 0;
        bool sent = false;
        rpc::Id id;
        auto operator<=>(const Key &) const = default;
    };
    struct Begun {
        QString request; // "POST /mcp"
        Stamp at;
    };

    QString described(const rpc::StreamInfo &info, Stamp at, const rpc::Message &message);
    QString safe(std::string_view text);
    void print(Stamp at, QStringView mark, const QString &text);

    Output &m_out;
    rpc::TrafficSink *m_next;
    std::optional<trace::Redactor> m_redactor;
    std::map<rpc::StreamId, rpc::StreamInfo> m_streams;
    std::map<Key, Asked> m_asked;
    std::map<rpc::ExchangeId, Begun> m_begun;
    rpc::ExchangeId m_exchanges = 0; // numbers for when there is no next traffic
    std::optional<std::int64_t> m_first; // steady, of the first line
};

} // namespace sonde::cli
