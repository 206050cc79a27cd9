// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "serve/httpreply.h"

#include <cstdint>
#include <deque>
#include <optional>

namespace sonde::serve {

// One event with this data; `id` may be empty.
std::string serverSentEvent(std::string_view data, std::string_view id = {});
HttpReply::Fields eventStreamFields(HttpReply::Fields more = {});
inline constexpr std::string_view kEventStreamType = "text/event-stream";

// Server-sent events that outlive their connection (2025-11-25 basic/transports#resumability): the
// last events are kept, and a client that resumes with an event id gets those after it.
class EventStream {
public:
    static constexpr std::size_t kMaxEvents = 1000;
    static constexpr std::size_t kMaxSize = std::size_t(4) << 20;

    // `primed`: every connection begins with an event without data, whose id can be named.
    EventStream(int number, bool primed)
        : m_number(number)
        , m_primed(primed)
    {
    }

    void setPrimed(bool primed) { m_primed = primed; }
    // Begins the reply and writes what came after the event `after`, or else what was never
    // written anywhere.
    void attach(
        ReplyPointer reply, std::optional<std::uint64_t> after, HttpReply::Fields fields = {});
    bool isAttached() const { return m_reply && m_reply->isOpen(); }
    // The connection ends; the stream goes on.
    void detach();
    void push(std::string_view message);
    // The stream is complete; ends the connection, if there is one.
    void finish();
    bool isFinished() const { return m_finished; }
    bool isCongested() const;
    // A comment that keeps intermediaries from closing the idle connection.
    void keepAlive();

    // Of an event id: which stream, which event in it.
    struct Place {
        int stream = 0;
        std::uint64_t event = 0;
    };
    static std::optional<Place> placeOf(std::string_view eventId);

private:
    std::string idOf(std::uint64_t event) const;

    struct Event {
        std::uint64_t number = 0;
        std::string message;
    };

    const int m_number;
    bool m_primed;
    ReplyPointer m_reply;
    std::deque<Event> m_events; // the last ones
    std::size_t m_size = 0; // of their messages
    std::uint64_t m_last = 0; // the number of the last event
    std::uint64_t m_written = 0; // the last one that went into any connection
    bool m_finished = false;
};

} // namespace sonde::serve
