// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/record/record.h"

#include "rpc/sseparser.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace sonde::trace {

static_assert(sizeof(std::int64_t) <= sizeof(Record::idText));

std::uint32_t shortLength(std::uint64_t length)
{
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(length, std::numeric_limits<std::uint32_t>::max()));
}

std::int64_t endOf(const Record &exchange)
{
    std::int64_t steadyNs = 0;
    if (exchange.kind == rpc::Kind::Exchange)
        std::memcpy(&steadyNs, exchange.idText, sizeof(steadyNs));
    return steadyNs;
}

void setEnd(Record &exchange, std::int64_t steadyNs)
{
    std::memcpy(exchange.idText, &steadyNs, sizeof(steadyNs));
}

std::uint32_t receivedOf(const Record &exchange)
{
    return exchange.kind == rpc::Kind::Exchange ? exchange.parent : 0;
}

void setReceived(Record &exchange, std::uint64_t bytes)
{
    exchange.parent = shortLength(bytes);
}

std::string_view cutId(const Record &record)
{
    if (record.kind == rpc::Kind::Exchange)
        return {};
    return {record.idText, strnlen(record.idText, sizeof(record.idText))};
}

Bytes messageText(const Record &record, const Bytes &raw)
{
    return record.folded ? Bytes::copyOf(rpc::unfoldSseData(raw.view())) : raw;
}

} // namespace sonde::trace
