// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/seenrequest.h"
#include "rpc/message.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace sonde::findings {

// The requests of one party on a connection: those without a response, and the last ones that have
// one. Bounded: the oldest requests are forgotten.
class RequestLog {
public:
    static constexpr std::size_t kMaxOpen = 4096;
    static constexpr std::size_t kMaxClosed = 64;
    static constexpr std::size_t kMaxText = 16 * 1024; // bytes of a request whose text is kept
    static constexpr std::size_t kMaxIds = 100'000; // beyond it, repeated ids are not found

    std::size_t count() const { return m_count; } // of all requests
    std::size_t openCount() const { return m_open.size(); }

    // The request with that id that has no response yet, or null.
    SeenRequest *open(std::string_view id);
    const SeenRequest *open(std::string_view id) const;
    // Whether a request that came after that message has no response yet.
    bool hasOpenSince(trace::Number number) const;
    // The newest one that has a response, if it is still remembered; or null.
    const SeenRequest *closed(std::string_view id) const;
    // Whether an earlier request had that id.
    bool wasUsed(std::string_view id) const;
    // The request, open or closed, with that progress token; or null.
    SeenRequest *byToken(std::string_view token);
    const SeenRequest *byToken(std::string_view token) const;

    void add(std::unique_ptr<SeenRequest> request);
    void close(std::string_view id, trace::Number response);
    // The receiver of the requests has sent a message.
    void messageOfReceiver() { ++m_received; }
    std::size_t received() const { return m_received; }
    // Whether a request is open whose method does not begin so.
    bool hasOpenOtherThan(std::string_view prefix) const;
    // How many messages the receiver has sent since the response or the cancellation.
    std::size_t messagesSince(const SeenRequest &request) const
    {
        return m_received - request.endedAt;
    }
    // The request was cancelled by that notification.
    void cancel(SeenRequest &request, trace::Number notification);
    // The newest request that has a response; 0: none.
    trace::Number newestAnswered() const { return m_newestAnswered; }
    trace::Number newestResponse() const { return m_newestResponse; } // 0: none
    // Whether some requests are not known: what belongs to none of these may belong to one of them.
    // So it is before the first one, as the recording may have begun later.
    void missedSome() { m_hasMissed = true; }
    bool hasMissed() const { return m_hasMissed || m_count == 0; }
    // The ids of earlier requests may be used again.
    void forgetIds();
    // The request was refused before anybody read it, and may be sent again with its id.
    void forget(std::string_view id);

private:
    void remember(std::string_view id);
    // The newest request with an id: others in m_order have ended.
    struct Place {
        trace::Number number = 0;
        std::string id;
    };
    using Open = std::unordered_map<std::string, std::unique_ptr<SeenRequest>>;
    bool isOpen(const Place &place) const;
    void trim();
    void makeRoom();
    std::unique_ptr<SeenRequest> takeOpen(Open::iterator place);
    void forgetToken(const SeenRequest &request);

    Open m_open;
    std::map<std::string, std::size_t, std::less<>> m_openMethods; // how many of each
    std::deque<std::unique_ptr<SeenRequest>> m_closed;
    std::unordered_map<std::string, SeenRequest *> m_tokens; // of open requests
    // In the order in which they came: the first and the last one are open, and of those between
    // them some are not.
    std::deque<Place> m_order;
    bool m_hasMissed = false;
    std::size_t m_count = 0;
    std::size_t m_received = 0;
    trace::Number m_newestAnswered = 0;
    trace::Number m_newestResponse = 0;
    // Ids that were used: consecutive numbers as a range, the others as hashes.
    std::int64_t m_first = 0;
    std::int64_t m_last = -1;
    std::unordered_set<std::size_t> m_ids;
    std::unordered_set<std::int64_t> m_free; // numbers in the range that may be used again
};

} // namespace sonde::findings
