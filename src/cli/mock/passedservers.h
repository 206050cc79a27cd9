// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/mock/passedserver.h"

#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace sonde::cli {

// The real servers of a mock over HTTP: one for each session, and one for all clients of the
// modern era. Each is stopped when its client is gone.
class PassedServers : public QObject {
    Q_OBJECT
public:
    // As for PassedServer.
    PassedServers(
        const Options &options, rpc::TrafficSink *traffic, Output &err, std::function<void()> wake);

    // Must not outlive this.
    std::shared_ptr<RealServer> add();
    // Stops all of them; ended() follows.
    void end();

Q_SIGNALS:
    void ended();

private:
    void retire(PassedServer *server);
    void remove(PassedServer *server);

    const Options &m_options;
    rpc::TrafficSink *const m_traffic;
    Output &m_err;
    const std::function<void()> m_wake;
    std::vector<std::unique_ptr<PassedServer>> m_servers;
    bool m_isEnding = false;
};

} // namespace sonde::cli
