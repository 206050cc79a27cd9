// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

namespace sonde::findings {

// A record that is checked later.
struct WaitingRecord {
    trace::Number number = 0;
    trace::Record record;
    trace::Number response = 0; // to the request that it carries; 0: none
};

// HTTP exchanges that have ended, until their messages have been seen. Messages follow the exchange
// that carried them in a file, where the exchange is complete from the start. Sonde writes a
// response down after it has read it, and before it what it learns of the connection.
class EndedExchanges {
public:
    static constexpr std::size_t kMax = 1000; // the oldest no longer waits

    bool isEmpty() const { return m_waiting.empty(); }
    void add(trace::Number number, const trace::Record &exchange);
    // The response to this request belongs to an exchange, if one of these carried the request.
    void expectResponse(const trace::Record &request);
    // The next exchange whose messages precede the message `next`, which comes at that time.
    std::optional<WaitingRecord> takeReady(trace::Number next, std::int64_t now);

private:
    std::multimap<std::int64_t, WaitingRecord> m_waiting; // by the time of their end
};

} // namespace sonde::findings
