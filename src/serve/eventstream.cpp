// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "serve/eventstream.h"

#include <algorithm>
#include <charconv>

namespace sonde::serve {

namespace {
// How long the client should wait before it comes back, in milliseconds.
constexpr std::string_view kRetry = "500";
} // namespace

std::string serverSentEvent(std::string_view data, std::string_view id)
{
    std::string text;
    if (!id.empty())
        text += "id: " + std::string(id) + '\n';
    // A line end in the data begins a new field; JSON does not mind which line end it gets back.
    while (true) {
        const std::size_t end = data.find_first_of("\r\n");
        text += "data: ";
        text += data.substr(0, end);
        text += '\n';
        if (end == std::string_view::npos)
            break;
        data.remove_prefix(data.substr(end, 2) == "\r\n" ? end + 2 : end + 1);
    }
    return text + '\n';
}

HttpReply::Fields eventStreamFields(HttpReply::Fields more)
{
    more.push_back({"Cache-Control", "no-cache, no-transform"});
    more.push_back({"X-Accel-Buffering", "no"}); // nginx would keep events back
    return more;
}

void EventStream::attach(
    ReplyPointer reply, std::optional<std::uint64_t> after, HttpReply::Fields fields)
{
    detach();
    m_reply = std::move(reply);
    m_reply->begin(200, kEventStreamType, eventStreamFields(std::move(fields)));
    const std::uint64_t from = after.value_or(m_written);
    if (m_primed && !m_finished) {
        m_reply->write("id: " + idOf(from) + "\nretry: " + std::string(kRetry) + "\ndata: \n\n");
    }
    for (const Event &event : m_events) {
        if (event.number > from)
            m_reply->write(serverSentEvent(event.message, idOf(event.number)));
    }
    m_written = m_last;
    if (m_finished)
        m_reply->end();
}

void EventStream::detach()
{
    if (m_reply)
        m_reply->end();
    m_reply.reset();
}

void EventStream::push(std::string_view message)
{
    m_events.push_back({++m_last, std::string(message)});
    m_size += message.size();
    while (m_events.size() > kMaxEvents || (m_size > kMaxSize && m_events.size() > 1)) {
        m_size -= m_events.front().message.size();
        m_events.pop_front();
    }
    if (!isAttached())
        return;
    m_reply->write(serverSentEvent(message, idOf(m_last)));
    m_written = m_last;
}

void EventStream::finish()
{
    m_finished = true;
    if (m_reply)
        m_reply->end();
}

bool EventStream::isCongested() const
{
    return isAttached() && m_reply->isCongested();
}

void EventStream::keepAlive()
{
    if (isAttached())
        m_reply->write(": still here\n\n");
}

std::string EventStream::idOf(std::uint64_t event) const
{
    return std::to_string(m_number) + '-' + std::to_string(event);
}

std::optional<EventStream::Place> EventStream::placeOf(std::string_view eventId)
{
    Place place;
    const char *const end = eventId.data() + eventId.size();
    const auto stream = std::from_chars(eventId.data(), end, place.stream);
    if (stream.ec != std::errc() || stream.ptr == end || *stream.ptr != '-' || place.stream < 0)
        return std::nullopt;
    const auto event = std::from_chars(stream.ptr + 1, end, place.event);
    if (event.ec != std::errc() || event.ptr != end)
        return std::nullopt;
    return place;
}

} // namespace sonde::serve
