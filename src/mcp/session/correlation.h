// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/session/pendingrequests.h"
#include "mcp/session/sessionactions.h"

#include <limits>
#include <set>
#include <string_view>
#include <vector>

namespace sonde::mcp {

// How a message arrived.
struct Arrival {
    Stamp at;
    rpc::Place place{};
    int httpStatus = 0; // of the response that carried it; 0 on stdio
    std::string_view responseTo{}; // the id of the request whose HTTP response carried it, or empty
    Token sentUpTo = std::numeric_limits<Token>::max(); // see wire::Received
    std::int64_t requestedNs = 0; // see wire::Received
};

// Finds the pending request that a message of the server belongs to.
class Correlation {
public:
    // `pending` outlives it.
    Correlation(PendingRequests &pending, bool overHttp)
        : m_pending(pending)
        , m_overHttp(overHttp)
    {
    }

    // Typed texts were sent. Those that are no messages a server may call unreadable, or refuse
    // with the id that they have.
    void expectRefusals(const std::vector<rpc::Message> &typed);
    // The request of a response, `opening` while the session opens. It need not be pending.
    Token requestOf(const rpc::Message &response, const Arrival &arrival, bool opening) const;
    // Whether an error in the HTTP response to a pending request, with no id or one that no request
    // has, says that the server does not know the session of that request.
    bool isSessionLost(const rpc::Message &response, const Arrival &arrival) const;
    // Whether a request of the server is the opening, echoed: no server asks a client to open a
    // session.
    bool isOpening(const rpc::Message &request) const;
    // A response without a pending request: reports what it is.
    void reportUnmatched(Token token, const rpc::Message &response, const Arrival &arrival,
        DiscardedInput &discarded, Actions &out);
    // The request that led to a request of the server.
    Cause causeOf(const Arrival &arrival) const;
    // The calls that may wait for the response to a request of the server: its cause, or all of
    // them when that is not known; none when there are more than kMaxWaiting, as in a load test.
    static constexpr std::size_t kMaxWaiting = 64;
    static constexpr std::size_t kMaxTypedIds = 64; // that are remembered
    std::vector<Token> waitingFor(const Arrival &arrival) const;
    // The subscription of a notification, 0 for none.
    Token subscriptionOf(const rpc::Message &notification, const Arrival &arrival) const;

private:
    PendingRequests &m_pending;
    const bool m_overHttp;
    std::size_t m_unreadable = 0;
    std::set<rpc::Id> m_typedIds; // of texts that are no messages
};

} // namespace sonde::mcp
