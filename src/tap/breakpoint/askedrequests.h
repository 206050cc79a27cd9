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
        bool isStopped = false; // it was dropped, or answered in the other side's stead
    };
    // Keeps a request; of a response returns what its request has asked for, once. Over HTTP
    // several clients number their requests alike.
    Asked take(int client, rpc::Channel channel, const rpc::Message &message);
    // A request that goes no further.
    void stop(int client, rpc::Channel channel, const rpc::Id &request);
    // Whether it went no further; only once.
    bool takeStopped(int client, rpc::Channel channel, const rpc::Id &request);
    void clear() { m_asked.clear(); }

private:
    std::map<std::tuple<int, rpc::Channel, rpc::Id>, Asked> m_asked;
};

} // namespace sonde::tap
