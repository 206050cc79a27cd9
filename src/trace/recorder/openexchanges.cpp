// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/recorder/openexchanges.h"

namespace sonde::trace {

namespace {

constexpr int kFirstErrorStatus = 400;

State stateOf(const rpc::Exchange &exchange)
{
    switch (exchange.state) {
    case rpc::Exchange::State::Open:
        return State::Pending;
    case rpc::Exchange::State::Done:
        return exchange.status >= kFirstErrorStatus ? State::Error : State::Ok;
    case rpc::Exchange::State::Failed:
        return State::Error;
    case rpc::Exchange::State::Aborted:
        return State::Cancelled;
    }
    return State::None;
}

void fill(Record &record, const rpc::Exchange &exchange)
{
    record.stream = exchange.facts.stream;
    record.offset = exchange.facts.offset;
    record.length = shortLength(exchange.facts.length);
    record.errorCode = exchange.status;
    record.state = stateOf(exchange);
    setReceived(record, exchange.received);
    setEnd(record, exchange.ended.steady);
}

} // namespace

Record OpenExchanges::begin(const rpc::Exchange &exchange)
{
    Record record;
    record.kind = rpc::Kind::Exchange;
    record.steadyNs = exchange.begun.steady;
    record.wallNs = exchange.begun.wall;
    record.origin = exchange.origin;
    fill(record, exchange);
    return record;
}

std::optional<Record> OpenExchanges::update(Number number, const rpc::Exchange &exchange)
{
    const auto found = m_records.find(number);
    if (found == m_records.end())
        return {};
    fill(found->second, exchange);
    const Record record = found->second;
    if (exchange.state != rpc::Exchange::State::Open)
        m_records.erase(found);
    return record;
}

State unansweredBy(const rpc::Exchange &exchange)
{
    switch (exchange.state) {
    case rpc::Exchange::State::Open:
        return State::Pending;
    case rpc::Exchange::State::Aborted:
        return State::Cancelled;
    case rpc::Exchange::State::Done:
        break;
    case rpc::Exchange::State::Failed:
        // 2025-11-25 basic/transports, resumability: a broken stream can be resumed.
        return exchange.status > 0 && exchange.status < kFirstErrorStatus ? State::Pending
                                                                          : State::NoResponse;
    }
    return exchange.status < kFirstErrorStatus ? State::Pending : State::NoResponse;
}

} // namespace sonde::trace
