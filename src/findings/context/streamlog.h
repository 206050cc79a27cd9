// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace sonde::findings {

// What the HTTP streams of a connection have carried. Bounded: the oldest streams are forgotten.
class StreamLog {
public:
    static constexpr std::size_t kMaxStreams = 1000;
    static constexpr std::size_t kMaxIds = 100'000; // of events; beyond it, no repetition is found

    // What is remarkable in a stream that has not ended: the newest message of each kind.
    struct Carried {
        trace::Number text = 0; // not JSON
        trace::Number unread = 0; // no message, for another reason
        trace::Number response = 0; // to a request that another exchange carried
        trace::Number progress = 0; // of a request that another exchange carried
        trace::Number request = 0; // of the server, which another stream carries, too
        trace::Number first = 0; // the one that `request` repeats
    };
    // A stream that has ended, by the id of its last event.
    struct Ended {
        trace::Number exchange = 0;
        std::int64_t at = 0; // steady time
        std::optional<std::chrono::milliseconds> retry; // the newest that it named
    };

    // To be filled in.
    Carried &carriedBy(trace::Number exchange);
    // Nothing if the stream carried nothing remarkable.
    Carried carried(trace::Number exchange) const;
    void forget(trace::Number exchange) { m_carried.erase(exchange); }

    // The stream that used the event id first; 0: none. `session` keeps the ids of sessions apart.
    trace::Number streamOf(std::string_view session, std::string_view event) const;
    void remember(std::string_view session, std::string_view event, trace::Number stream);

    void end(const std::string &lastEvent, Ended ended);
    const Ended *endedWith(std::string_view lastEvent) const;

private:
    std::map<trace::Number, Carried> m_carried;
    std::unordered_map<std::size_t, trace::Number> m_events; // by hash
    std::map<std::string, Ended, std::less<>> m_ended;
};

} // namespace sonde::findings
