// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/apartmessages.h"

namespace sonde::tap {

std::optional<rpc::Place::About> ApartMessages::record(
    rpc::Channel channel, const Bytes &text, rpc::ExchangeId exchange, rpc::Origin origin)
{
    rpc::Message message;
    if (!m_context.traffic || !rpc::decodeOne(text, message))
        return std::nullopt;
    auto &stream = m_streams.at(static_cast<std::size_t>(channel));
    if (!stream)
        stream = Stream{m_context.openStream(channel), 0};
    const rpc::Place::About place{stream->id, stream->size};
    const Stamp at = SystemClock::instance().now();
    m_context.traffic->bytes(stream->id, stream->size, at, text);
    m_context.traffic->message(
        {stream->id, stream->size, text.size(), exchange, false, origin}, at, message);
    stream->size += text.size();
    return place;
}

} // namespace sonde::tap
