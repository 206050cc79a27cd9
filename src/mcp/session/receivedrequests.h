// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/session/correlation.h"
#include "mcp/session/pendingrequests.h"
#include "mcp/session/sessionactions.h"

#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sonde::mcp {

// The requests of the server that wait for a response from the client (legacy era). The timeouts of
// the calls that they belong to are paused meanwhile: how long a person thinks is not the server's
// time.
class ReceivedRequests {
public:
    static constexpr std::size_t kMaxWaiting = 1000;
    static constexpr std::size_t kMaxEarly = 100; // requests of a server whose era is unknown
    static constexpr std::size_t kMaxEarlyBytes = std::size_t(1) << 20; // of all of them

    struct Early {
        rpc::Message message;
        Arrival arrival;
    };

    // `offered`: the client handles requests; otherwise all but ping are refused. `mayWait`: a
    // session may follow in which early ones are handled.
    ReceivedRequests(bool offered, PendingRequests &calls, bool mayWait = true)
        : m_offered(offered)
        , m_mayWait(mayWait)
        , m_calls(calls)
    {
    }

    // True when the request waits from now on; otherwise it was responded to or reported.
    bool admit(const rpc::Message &request, const rpc::Place &place, Actions &out);
    // The calls that a request belongs to, which waits since then.
    void pause(const rpc::Id &id, std::vector<Token> calls, Stamp since);
    // A request of a server whose era is not known yet: a legacy server may ask for a ping at any
    // time, so it is responded to at once; what else it sends is kept until takeEarly(), and
    // refused at once where nothing may wait.
    void admitEarly(rpc::Message &&request, const Arrival &arrival, Actions &out);
    // What was kept, in order; with pings, which have their response, if `withPings`.
    std::vector<Early> takeEarly(bool withPings);
    bool waits(const rpc::Id &id) const { return m_waiting.contains(id); }
    bool isEmpty() const { return m_waiting.empty() && m_early.empty(); }
    void reply(const rpc::Id &id, std::string_view result, Stamp now, Actions &out);
    void refuse(const rpc::Id &id, std::string_view error, Stamp now, Actions &out);
    // It needs no response any more: for example, one was sent as typed. False: it does not wait.
    bool settle(const rpc::Id &id, Stamp now);
    // notifications/cancelled from the server.
    void cancelled(const rpc::Message &notification, Stamp now, Actions &out);
    // Withdraws all requests that wait: none needs a response any more. `why` is a sentence.
    void withdrawAll(const QString &why, Actions &out);
    void clear(Stamp now);

private:
    const bool m_offered;
    const bool m_mayWait;
    PendingRequests &m_calls;
    std::unordered_map<rpc::Id, std::vector<Token>> m_waiting; // with the paused calls
    std::vector<Early> m_early;
    std::size_t m_earlyBytes = 0;
};

} // namespace sonde::mcp
