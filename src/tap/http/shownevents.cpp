// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/shownevents.h"

#include "tap/http/changedbody.h"

#include <algorithm>

namespace sonde::tap {

void ShownEvents::arrived(const rpc::Message &message, const rpc::Place &place)
{
    m_arrived.emplace_back(message.bytes(), rpc::Place::About{place.stream, place.offset});
}

// A block ends where the parser of the recording has found an event, so that nothing is left of the
// messages that have arrived.
void ShownEvents::feed(std::string_view bytes, bool whole, const Sink &sink)
{
    const EventBlocks::Sink blocks{
        [&](std::string block) {
            const Bytes message = messageInBlock(block);
            const Bytes shown = message.isEmpty() ? Bytes::copyOf(block) : message;
            m_shown[++m_newest] = {std::move(block), shown, placeOf(message)};
            sink.show(m_newest, shown);
        },
        sink.pass};
    m_blocks.feed(bytes, whole, blocks);
    m_arrived.clear();
}

ShownEvents::About ShownEvents::placeOf(const Bytes &message)
{
    const auto found = std::find_if(
        m_arrived.begin(), m_arrived.end(), [&](const auto &one) { return one.first == message; });
    if (message.isEmpty() || found == m_arrived.end())
        return std::nullopt;
    const rpc::Place::About place = found->second;
    m_arrived.erase(m_arrived.begin(), found + 1);
    return place;
}

ShownEvents::About ShownEvents::about(std::uint64_t position) const
{
    const auto found = m_shown.find(position);
    return found == m_shown.end() ? std::nullopt : found->second.about;
}

std::optional<ShownEvents::Written> ShownEvents::written(std::uint64_t position, const Bytes &text)
{
    if (position != m_written)
        m_shown.erase(std::exchange(m_written, position));
    const auto found = m_shown.find(position);
    if (found == m_shown.end())
        return std::nullopt;
    const Shown &shown = found->second;
    if (text.data() == shown.text.data())
        return Written{shown.block};
    const Bytes message = withoutAddedEnd(text);
    return Written{blockWithMessage(shown.block, message.view()),
        bodyChange(wire::HeadChange::Part::Response, "event", shown.text, message)};
}

} // namespace sonde::tap
