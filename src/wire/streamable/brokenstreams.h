// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/streamable/streamexchange.h"

#include <cstdint>
#include <vector>

namespace sonde::wire {

// The streams of requests that ended before the response arrived, until they are resumed.
class BrokenStreams {
public:
    // Returns false, and leaves the exchange as it is, if its stream cannot be resumed any more.
    bool keep(StreamExchange &exchange, Stamp now);
    std::vector<StreamExchange> takeDue(Stamp now);
    std::vector<StreamExchange> takeAll();
    void forget(const rpc::Id &request);
    std::int64_t nextDeadline() const; // kNever without one

private:
    struct Broken {
        StreamExchange exchange;
        std::int64_t due = 0;
    };

    std::vector<Broken> m_broken;
};

} // namespace sonde::wire
