// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/record/automaticmark.h"

#include "rpc/lifecycle.h"

namespace sonde::trace {

namespace {

bool responses(const Record &record)
{
    return record.channel == rpc::Channel::Sent
        && (record.kind == rpc::Kind::Request || record.kind == rpc::Kind::Response
            || record.kind == rpc::Kind::ErrorResponse);
}

} // namespace

AutomaticMark::AutomaticMark(const Store &store)
    : m_store(store)
{
}

const rpc::StreamInfo &AutomaticMark::infoOf(rpc::StreamId stream)
{
    const auto known = m_infos.find(stream);
    return known != m_infos.end() ? known->second
                                  : m_infos.emplace(stream, m_store.stream(stream)).first->second;
}

std::optional<std::size_t> AutomaticMark::lineOf(const Records &records, std::size_t at)
{
    const Record &sent = records(at);
    if (!responses(sent))
        return {};
    const std::size_t end = at > kMaxBetween ? at - kMaxBetween : 0;
    for (std::size_t before = at; before-- > end;) {
        const Record &record = records(before);
        const bool decides = record.state == State::Automatic
            && m_store.string(record.method) == QLatin1String(rpc::lifecycle::kAutomatic);
        if (!decides && !responses(record))
            continue;
        const rpc::StreamInfo &one = infoOf(record.stream);
        const rpc::StreamInfo &other = infoOf(sent.stream);
        if (one.connection == other.connection && one.server == other.server)
            return decides ? std::optional(before) : std::nullopt;
    }
    return {};
}

} // namespace sonde::trace
