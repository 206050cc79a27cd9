// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tap/watch/tappart.h"
#include "trace/file/sessionreader.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <utility>
#include <vector>

namespace sonde::tap {

// What a TapFeed does in the background. Exchanges of HTTP are copied as they are when their row is
// found, and end when everything that they carried is copied.
class TapCopy {
public:
    TapCopy(QString session, TapTarget target);

    // The next records, up to a limit of their number and size.
    TapPart next(const std::stop_token &stop);
    // What a tap that was killed could not write: that its connections have ended.
    void end();

private:
    struct Stream {
        rpc::StreamId target = 0;
        rpc::StreamInfo info; // in the target
        std::uint64_t end = 0; // of what was copied; of facts: in the target
    };
    using Rows = std::vector<std::pair<trace::Number, trace::Record>>;

    Result<void> open();
    Result<void> copyRecords(TapPart &part, const std::stop_token &stop);
    Result<void> copy(trace::Number number, const trace::Record &record, TapPart &part);
    Result<void> copyMessage(const trace::Record &record, TapPart &part);
    // Rows of exchanges that were open when they were read last.
    Result<Rows> openExchanges() const;
    Result<void> openExchange(trace::Number number, const trace::Record &record);
    Result<void> updateExchange(trace::Number number, const trace::Record &record);
    Result<rpc::Exchange> exchangeOf(const trace::Record &record, bool withBytes);
    // The properties of an exchange, with the streams of the target. `withBytes`: and copies what
    // crossed.
    Result<Bytes> factsFor(const Bytes &text, bool withBytes);
    Result<void> copyBytes(Stream &stream, rpc::StreamId from, std::uint64_t end);
    int connectionFor(const rpc::StreamInfo &from); // in the target
    Stream &streamFor(rpc::StreamId from);
    std::optional<rpc::Place::About> aboutOf(trace::Number number);
    rpc::Message messageOf(const trace::Record &record, const Bytes &text) const;
    Error damaged() const;

    const QString m_session;
    const TapTarget m_target;
    std::unique_ptr<trace::SessionReader> m_reader;
    std::map<rpc::StreamId, Stream> m_streams;
    struct OpenExchange {
        rpc::ExchangeId target = 0;
        std::uint64_t facts = 0; // where the row had them
    };
    std::map<trace::Number, OpenExchange> m_exchanges;
    std::uint64_t m_endedExchanges = 0;
    // In the target, by what the recording has: the server and its connection.
    std::map<std::pair<QString, int>, int> m_connections;
    std::set<int> m_live; // connections in the target that have not ended
    int m_lastConnection;
    trace::Number m_next = 1;
};

} // namespace sonde::tap
