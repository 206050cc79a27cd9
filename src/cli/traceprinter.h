// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/lineframer.h"
#include "rpc/tap.h"

#include <vector>

namespace sonde::cli {

class Output;

// Prints the wire traffic line by line, as it crosses: wall clock, direction, the exact line.
//   → sent   ← received   ! the server's stderr   · what happened to the connection
// On a terminal control characters are shown as pictures; into a file or a pipe goes every byte.
// Everything is handed on to the next tap, if there is one.
class TracePrinter final : public rpc::Tap {
public:
    TracePrinter(Output &out, rpc::Tap *next);
    ~TracePrinter() override; // prints unfinished lines

    rpc::StreamId openStream(const rpc::StreamInfo &info) override;
    void bytes(rpc::StreamId stream, std::uint64_t offset, Stamp at, const Bytes &bytes) override;
    void message(const rpc::Place &place, Stamp at, const rpc::Message &message) override;
    rpc::ExchangeId openExchange(const rpc::Exchange &exchange) override;
    void updateExchange(rpc::ExchangeId id, const rpc::Exchange &exchange) override;
    void problem(rpc::StreamId stream, std::uint64_t offset, rpc::Problem problem) override;

private:
    struct Stream {
        rpc::StreamId id = 0;
        rpc::StreamInfo info;
        rpc::LineFramer framer;
        Stamp last;
    };
    Stream *find(rpc::StreamId id);
    void print(const Stream &stream, QStringView mark, Stamp at, std::string_view line);

    Output &m_out;
    rpc::Tap *m_next;
    bool m_forTerminal;
    std::vector<Stream> m_streams;
};

} // namespace sonde::cli
