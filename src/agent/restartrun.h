// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/agenttoolcall.h"
#include "agent/connections.h"
#include "agent/diffrun.h"
#include "agent/looks.h"

#include <QObject>

#include <memory>

namespace sonde::agent {

// restart: looks at a server, ends its connection, connects again, and compares what it offers. A
// call that is cancelled meanwhile ends the new connection.
class RestartRun : public QObject {
    Q_OBJECT
public:
    // All of them outlive it.
    RestartRun(const AgentToolCall &tool, Connections &connections, Looks &looks,
        const AgentSurroundings &surroundings);
    ~RestartRun() override;

    void start(Inspected &server);

private:
    void stop();
    void open();
    void settle();
    void finish(const Inspected &server, const std::string &changes);

    const AgentToolCall m_tool;
    Connections &m_connections;
    Looks &m_looks;
    const AgentSurroundings &m_surroundings;
    QString m_old; // the handle
    config::Profile m_server;
    bool m_isOpened = false;
    QString m_new; // of what is being started; empty: nothing is
    std::unique_ptr<DiffRun> m_diff;
};

} // namespace sonde::agent
