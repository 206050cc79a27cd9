// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "cli/mock/mockserver.h"
#include "cli/options/options.h"
#include "cli/server/serverlink.h"

#include <QObject>

#include <map>
#include <string>
#include <vector>

namespace sonde::cli {

// A mock on stdio that sends a server what it has no recorded response for, on a connection of its
// own. Results and errors of the server are passed back, with the progress of their requests, and
// so are its notifications, but none of a subscription (2026-07-28) and no server requests.
class PassingMock : public QObject {
    Q_OBJECT
public:
    // All of them outlive it.
    PassingMock(const Options &options, const mock::MockScript &script, mock::MockOptions play,
        rpc::TrafficSink *traffic, Output &out, Output &err);
    ~PassingMock() override;

    void start();
    // The first signal stops the server; the second one ends at once.
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    void passOn(const Bytes &request);
    void abandon(const Bytes &id);
    void send(const rpc::Message &request);
    void sendWaiting();
    void hear(const rpc::Message &notification);
    void receive(const std::string &id, const Result<mcp::Response> &response);

    const Options &m_options;
    ServerLink m_link;
    MockServer m_mock;
    std::vector<rpc::Message> m_waiting; // until the server is connected
    std::map<std::string, RequestHandle> m_pending; // by the id of the client
    int m_signal = 0;
};

} // namespace sonde::cli
