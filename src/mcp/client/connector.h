// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/clientconnection.h"
#include "mcp/client/clientvalues.h"
#include "mcp/session/negotiator.h"
#include "mcp/session/startlog.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace sonde::mcp {

// One start of a client: carries out the steps of a Negotiator, with one connection for each
// attempt, and logs them.
class Connector : public QObject {
    Q_OBJECT
public:
    explicit Connector(const ClientConfig &config);
    ~Connector() override;

    void start();
    // Gives away the connection that has opened a session, or is opening one when a start ends
    // early. nullptr while only a probe runs.
    std::unique_ptr<ClientConnection> takeConnection();

    const std::vector<StartStep> &steps() const { return m_log.steps(); }
    const Plan &plan() const { return m_step.plan; }
    const wire::StartReport &startReport() const { return m_startReport; }
    const wire::HttpState &httpState() const { return m_httpState; }
    const std::shared_ptr<const wire::HttpFailure> &httpFailure() const { return m_httpFailure; }
    const Negotiator &negotiator() const { return m_negotiator; }
    // The session is open; `response` is what opened it.
    void logOpened(const Session &session, const QString &detection);
    void logHttp(const wire::HttpState &state); // of the session's connection, also after opened()

Q_SIGNALS:
    void stepsChanged();
    void httpStateChanged();
    // The HTTP state of a probe whose response opened the session; known when its exchange has
    // ended, which may be after opened().
    void probeEnded(const sonde::wire::HttpState &state);
    void diagnosticReceived(const sonde::mcp::DiagnosticLine &line);
    void notificationReceived(const sonde::rpc::Message &message);
    void begun(); // a new process or connection begins; output of the probe's is void
    void knownWasWrong();
    void opened();
    void failed(const sonde::Error &error);

private:
    // What a connection is for.
    enum class Role : std::uint8_t {
        Probe, // one request, whose response tells the era
        ProbeOrSession, // the session as well, if the server goes on after that
        Session,
    };
    std::unique_ptr<ClientConnection> makeConnection(Role role);
    void watch(ClientConnection *connection);
    void release(std::unique_ptr<ClientConnection> &connection);
    void beginLog();
    void follow(Negotiator::Step step);
    void startProbe();
    void probeOver(Negotiator::Step step);
    void probeBroke(const Error &error, const Evidence &evidence);
    void keepProbeAsSession();
    void startSession();
    void keepForItsTimes();
    void onStarted(const ClientConnection &connection, const wire::StartReport &report);
    void onStartFailed(
        ClientConnection *connection, const wire::StartReport &report, const Error &error);
    void onBroken(const Error &error, const Evidence &evidence);
    void logBroken(const Error &error, const Evidence &evidence);
    void fail(const Error &error);

    const ClientConfig m_config;
    Negotiator m_negotiator;
    Negotiator::Step m_step; // the newest of Kind::Open
    StartLog m_log;
    wire::StartReport m_startReport;
    wire::HttpState m_httpState;
    std::shared_ptr<const wire::HttpFailure> m_httpFailure;
    std::unique_ptr<ClientConnection> m_probe;
    // Its response opened the session; kept until the times of its exchange are known.
    std::unique_ptr<ClientConnection> m_answeredProbe;
    std::unique_ptr<ClientConnection> m_session;
    QTimer m_probeGrace;
};

} // namespace sonde::mcp
