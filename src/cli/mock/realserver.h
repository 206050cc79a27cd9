// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mock/mocksession.h"

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace sonde::cli {

// The real server behind a mock, for one client: what was not recorded goes to it, and what it
// sends comes back. A mock gets the latter when it looks for it.
class RealServer {
public:
    // One for a new client of the mock; empty, or without one: the mock passes nothing on.
    using Make = std::function<std::shared_ptr<RealServer>()>;

    RealServer() = default;
    RealServer(const RealServer &) = delete;
    RealServer &operator=(const RealServer &) = delete;
    virtual ~RealServer() = default;

    // Does what the action of that session says, if it is for the server.
    void carryOut(const mock::Action &action, const mock::MockSession &session);
    // Gives the session what the server has sent since.
    void deliverTo(mock::MockSession &session, mock::Nanoseconds now);

protected:
    void deliver(mock::Passage passage, rpc::Message message)
    {
        m_deliveries.push_back({passage, std::move(message)});
    }

private:
    struct Delivery {
        mock::Passage passage = 0;
        rpc::Message message;
    };

    virtual void open(const mock::ClientFacts &client) = 0;
    virtual void passOn(mock::Passage passage, const Bytes &request) = 0;
    virtual void abandon(mock::Passage passage) = 0;
    virtual void tell(const Bytes &message) = 0;

    std::vector<Delivery> m_deliveries;
};

} // namespace sonde::cli
