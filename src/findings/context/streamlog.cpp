// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/streamlog.h"

#include <functional>

namespace sonde::findings {

namespace {

std::size_t hashOf(std::string_view session, std::string_view event)
{
    std::string key(session);
    key += '\n';
    key += event;
    return std::hash<std::string>()(key);
}

} // namespace

StreamLog::Carried &StreamLog::carriedBy(trace::Number exchange)
{
    if (m_carried.size() >= kMaxStreams && !m_carried.contains(exchange))
        m_carried.erase(m_carried.begin());
    return m_carried[exchange];
}

StreamLog::Carried StreamLog::carried(trace::Number exchange) const
{
    const auto found = m_carried.find(exchange);
    return found == m_carried.end() ? Carried() : found->second;
}

trace::Number StreamLog::streamOf(std::string_view session, std::string_view event) const
{
    const auto found = m_events.find(hashOf(session, event));
    return found == m_events.end() ? 0 : found->second;
}

void StreamLog::remember(std::string_view session, std::string_view event, trace::Number stream)
{
    if (m_events.size() < kMaxIds)
        m_events.emplace(hashOf(session, event), stream);
}

void StreamLog::end(const std::string &lastEvent, Ended ended)
{
    constexpr std::size_t kMaxId = 1000; // bytes; a longer one is not kept
    if (lastEvent.size() > kMaxId)
        return;
    if (m_ended.size() >= kMaxStreams && !m_ended.contains(lastEvent))
        m_ended.clear(); // what is resumed ended a short while ago
    m_ended[lastEvent] = ended;
}

const StreamLog::Ended *StreamLog::endedWith(std::string_view lastEvent) const
{
    const auto found = m_ended.find(lastEvent);
    return found == m_ended.end() ? nullptr : &found->second;
}

} // namespace sonde::findings
