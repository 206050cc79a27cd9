// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/streamable/exchangelog.h"
#include "wire/streamable/httpexchangefacts.h"

namespace sonde::wire {

// Records one HTTP exchange. Pass in every event before acting on it. Without a traffic sink it
// only counts bytes.
class ExchangeRecord {
public:
    // The exchange begins with the construction. The log must outlive it.
    ExchangeRecord(ExchangeLog &log, const HttpRequest &request, std::string_view purpose);
    ~ExchangeRecord(); // recorded as aborted if it has not finished

    ExchangeRecord(const ExchangeRecord &) = delete;
    ExchangeRecord &operator=(const ExchangeRecord &) = delete;

    // What was changed on the way, where Sonde stands between two parties.
    void addChanges(const HeadChanges &changes);
    void sentHead(const Bytes &raw, Stamp at);
    void sentBody(const Bytes &part, Stamp at);
    void receivedHead(const Bytes &raw, Stamp at);
    void head(const HttpHead &head, Stamp at);
    void body(const Bytes &part, Stamp at);
    void trailers(const Bytes &raw, Stamp at);
    void finished(const HttpOutcome &outcome);

    rpc::ExchangeId id() const { return m_id; }
    Stamp begun() const { return m_facts.begun; }
    std::uint64_t sentBodySize() const { return m_facts.sentBody; }
    std::uint64_t bodySize() const { return m_facts.receivedBody; }
    // The place in the recording of a range of the request body or the response body.
    rpc::Place sentPlace(std::uint64_t offset, std::uint64_t length) const;
    rpc::Place place(std::uint64_t offset, std::uint64_t length, bool folded = false) const;

private:
    void addSent(const Bytes &bytes, Stamp at);
    void addReceived(const Bytes &bytes, Stamp at);
    void report(rpc::Exchange::State state, Stamp at, Stamp ended = {});
    void close(rpc::Exchange::State state, Stamp ended);

    ExchangeLog &m_log;
    ExchangeLog::Lane *m_lane = nullptr;
    HttpExchangeFacts m_facts;
    std::string m_method;
    std::string m_target;
    const rpc::Origin m_origin;
    rpc::ExchangeId m_id = 0;
    bool m_over = false;
};

} // namespace sonde::wire
