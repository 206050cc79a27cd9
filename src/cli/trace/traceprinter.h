// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/lineframer.h"
#include "rpc/trafficsink.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sonde::cli {

class Output;

// Prints the wire traffic line by line, as it crosses: wall clock, direction, the exact line.
//   → sent   ← received   ! the server's stderr   · what happened to the connection
// Over HTTP: a line when a request begins, a line when its response is over, and between them the
// messages that the two carried, each as one line.
// On a terminal control characters are shown as pictures; into a file or a pipe goes every byte.
// All calls are passed on to the next traffic sink, if there is one.
class TracePrinter final : public rpc::TrafficSink {
public:
    TracePrinter(Output &out, rpc::TrafficSink *next);
    ~TracePrinter() override; // prints unfinished lines

    rpc::StreamId openStream(const rpc::StreamInfo &info) override;
    void bytes(rpc::StreamId stream, std::uint64_t offset, Stamp at, const Bytes &bytes) override;
    std::int64_t message(const rpc::Place &place, Stamp at, const rpc::Message &message) override;
    rpc::ExchangeId openExchange(const rpc::Exchange &exchange) override;
    void updateExchange(rpc::ExchangeId id, const rpc::Exchange &exchange) override;
    void problem(rpc::StreamId stream, std::uint64_t offset, rpc::Problem problem) override;

private:
    struct Stream {
        rpc::StreamId id = 0;
        rpc::StreamInfo info;
        rpc::LineFramer framer;
        Stamp last;
        std::int64_t batch = -1; // when one came that is not allowed
        Bytes facts; // of an Http stream: the newest JSON text
    };
    struct Exchange {
        std::string request; // "POST /mcp"
        Stamp begun;
    };
    using Connection = std::pair<QString, int>;

    Stream *find(rpc::StreamId id);
    bool isHttp(const rpc::StreamInfo &info) const;
    void printRecord(Stream &stream, Stamp at, const rpc::Message &message);
    void printMessage(const Stream &stream, Stamp at, const rpc::Message &message);
    void printEnd(const Stream &facts, const rpc::Exchange &exchange, const Exchange &known);
    void print(const Stream &stream, QStringView mark, Stamp at, std::string_view line);

    Output &m_out;
    rpc::TrafficSink *m_next;
    bool m_forTerminal;
    std::vector<Stream> m_streams;
    std::vector<Connection> m_http; // connections whose bytes are no lines
    std::map<rpc::ExchangeId, Exchange> m_open;
    rpc::ExchangeId m_exchanges = 0; // numbers for when there is no next traffic
};

} // namespace sonde::cli
