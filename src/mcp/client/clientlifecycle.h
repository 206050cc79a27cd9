// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/abstractclient.h"
#include "mcp/client/clientconnection.h"
#include "mcp/client/connector.h"
#include "mcp/client/subscription.h"

namespace sonde::mcp {

// A client between start and stop: the connector of the newest start, the connection that it
// opened, and what both have reported. Emits the signals of its client.
class ClientLifecycle {
public:
    ClientLifecycle(AbstractClient *client, ClientConfig config);
    ~ClientLifecycle(); // its client hears no more of either
    ClientLifecycle(const ClientLifecycle &) = delete;
    ClientLifecycle &operator=(const ClientLifecycle &) = delete;

    void start();
    void stop();
    void restart();
    void setLogLevel(const QString &level);
    void add(Subscription *subscription); // opens it in Ready
    void forget(Subscription *subscription);

    const ClientConfig &config() const { return m_config; }
    ClientState state() const { return m_state; }
    const Connector &connector() const { return *m_connector; }
    ClientConnection *connection() const { return m_connection.get(); } // nullptr: there is none
    const Error &failure() const { return m_failure; }
    const Negotiated &negotiated() const { return m_negotiated; }
    const wire::HttpState &httpState() const { return m_httpState; }
    const std::deque<DiagnosticLine> &diagnostics() const { return m_diagnostics; }
    const DiscardedInput &discardedInput() const;
    bool wasConnected() const { return m_wasConnected; }
    const std::optional<rpc::EndReport> &endReport() const { return m_endReport; }
    Stamp failedAt() const { return m_failedAt; }
    const std::vector<Subscription *> &subscriptions() const { return m_subscriptions; }

private:
    void setState(ClientState next);
    void connectAnew();
    void adoptConnection();
    void adoptHttpState(wire::HttpState next);
    void dropConnection();
    void onOpened();
    void onRenewed();
    void onFailed(const Error &error);
    void onBroken(const Error &error);
    void onEnded(const wire::ExitReport &report);
    void onDiagnostic(const DiagnosticLine &line);
    void reportDetection();
    void openSubscriptions();

    AbstractClient *const q;
    ClientConfig m_config;
    ClientState m_state = ClientState::Stopped;
    Error m_failure;
    Negotiated m_negotiated;
    std::deque<DiagnosticLine> m_diagnostics;
    std::optional<rpc::EndReport> m_endReport;
    Stamp m_failedAt;
    bool m_wasConnected = false;
    DiscardedInput m_discarded; // of the last connection, once it is gone
    std::unique_ptr<Connector> m_connector; // of the newest start; keeps its steps
    std::unique_ptr<ClientConnection> m_connection;
    wire::HttpState m_httpState;
    std::vector<Subscription *> m_subscriptions;
    bool m_restartWhenStopped = false;
};

} // namespace sonde::mcp
