// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"
#include "rpc/trafficsink.h"

#include <map>
#include <string>
#include <tuple>

namespace sonde::tap {

// What requests without a response have asked for, for filters that look at the responses.
class AskedRequests {
public:
    static constexpr std::size_t kMax = 10'000;

    struct Asked {
        std::string method;
        std::string target;
    };
    // Keeps a request; of a response returns what its request has asked for, once. Over HTTP
    // several clients number their requests alike.
    Asked take(int client, rpc::Channel channel, const rpc::Message &message);
    void clear() { m_asked.clear(); }

private:
    std::map<std::tuple<int, rpc::Channel, rpc::Id>, Asked> m_asked;
};

} // namespace sonde::tap
