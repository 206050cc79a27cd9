// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"

#include <optional>
#include <unordered_map>

namespace sonde::trace {

// The rows of HTTP exchanges while they are open: they can change however many messages were
// recorded since.
class OpenExchanges {
public:
    // The row of a new exchange, without its strings and its channel.
    static Record begin(const rpc::Exchange &exchange);
    void add(Number number, const Record &record) { m_records.emplace(number, record); }
    // Returns the changed row; empty if the exchange is unknown or has ended.
    std::optional<Record> update(Number number, const rpc::Exchange &exchange);

private:
    std::unordered_map<Number, Record> m_records;
};

// The state of the requests carried by the exchange that have no response. Pending: a response may
// still arrive, possibly in another exchange.
State unansweredBy(const rpc::Exchange &exchange);

} // namespace sonde::trace
