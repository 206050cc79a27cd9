// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/trafficsink.h"
#include "wire/link/messagetransport.h"
#include "wire/link/transport.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace sonde::wire {

// Joins small messages into one write, and records each message once it was written, with the time
// of the write that included its first byte.
class SendLog {
public:
    // Nothing is recorded if `traffic` is null.
    void open(rpc::TrafficSink *traffic, rpc::StreamId stream);

    void add(const Outgoing &outgoing);
    void flush(Transport &transport);
    // Reports that the transport has written these bytes.
    void recordSent(const Bytes &bytes, Stamp at);
    // The number of the last request that was recorded.
    std::int64_t sentUpTo() const { return m_sentUpTo; }
    // Call when the connection has ended: records the written part of an incomplete message.
    void finish();

private:
    struct Pending {
        Bytes text;
        rpc::Id id; // of a request that is not parsed again …
        std::string bareMethod; // … and its method; empty: the message must be parsed
        std::uint64_t offset = 0;
        Stamp firstTaken;
        std::int64_t number = 0;
        rpc::Origin origin = rpc::Origin::None;
        bool isRecorded = false; // Outgoing::isRecorded
    };
    void record(Pending &pending);
    rpc::Place placeOf(const Pending &pending, std::uint64_t inside, std::uint64_t size) const;
    void closeRun();

    rpc::TrafficSink *m_traffic = nullptr;
    rpc::StreamId m_stream = 0;
    std::uint64_t m_added = 0; // stream offset of the next message
    std::uint64_t m_taken = 0;
    std::vector<Pending> m_pending;
    std::size_t m_firstPending = 0;
    std::int64_t m_sentUpTo = 0;
    rpc::Message m_bare; // reused for all requests that are not parsed again

    std::vector<Bytes> m_ready; // for the next flush
    std::shared_ptr<char[]> m_block;
    std::size_t m_runBegin = 0; // the messages being joined: [begin, end) of the block
    std::size_t m_runEnd = 0;
};

} // namespace sonde::wire
