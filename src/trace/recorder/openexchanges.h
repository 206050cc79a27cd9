// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"

#include <optional>
#include <unordered_map>

namespace sonde::trace {

// The rows of HTTP exchanges while these are open: however many messages cross meanwhile, their
// rows can still change.
class OpenExchanges {
public:
    // The row of a new exchange; its strings and its channel are still missing.
    static Record begin(const rpc::Exchange &exchange);
    void add(Number number, const Record &record) { m_records.emplace(number, record); }
    // What the row is now; nothing when there is no such exchange, or it was over already.
    std::optional<Record> update(Number number, const rpc::Exchange &exchange);

private:
    std::unordered_map<Number, Record> m_records;
};

// What becomes of requests that the exchange carried and that have no response. Pending: a response
// may still come, be it by another exchange.
State unansweredBy(const rpc::Exchange &exchange);

} // namespace sonde::trace
