// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mock/playedexchange.h"

#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace sonde::mock {

// The number of a request that was passed on to a server, from 1: the ids of two clients may be the
// same. 0: none.
using Passage = int;

// The requests of the clients of a mock that a server is to respond to.
class Passages {
public:
    // A subscription waits for no response: it lasts until its client ends it.
    Passage add(ClientMessage cause, bool isSubscription);
    // Nothing: the request has its response, or was cancelled.
    std::optional<ClientMessage> take(Passage passage);
    // The newest one with that id; 0: there is none.
    Passage withId(std::string_view id) const;
    std::vector<Passage> of(Carrier carrier) const;
    // Where a message of the server goes that belongs to this one. One that belongs to none goes to
    // the only request that waits, if there is one: it led to it.
    Carrier carrierOf(Passage passage) const;
    std::size_t size() const { return m_passed.size(); }
    bool isWaiting() const; // for a response

private:
    struct Passed {
        ClientMessage cause;
        bool isSubscription = false;
    };
    std::map<Passage, Passed> m_passed;
    Passage m_last = 0;
};

} // namespace sonde::mock
