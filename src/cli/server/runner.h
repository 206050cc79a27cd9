// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/options.h"
#include "cli/output/exitcode.h"
#include "cli/server/failurereport.h"
#include "cli/server/knownserver.h"
#include "cli/server/servercommand.h"
#include "mcp/client/client.h"

#include <QObject>

#include <memory>
#include <optional>

namespace sonde::cli {

class Answers;
class Output;
class ServerAccess;

// Runs one command: starts the server, runs the command, stops the server.
class Runner : public QObject {
    Q_OBJECT
public:
    // `payload`: the tool's arguments or the request's params. `traffic` and the outputs outlive
    // it.
    Runner(const Options &options, Bytes payload, rpc::TrafficSink *traffic, Output &out,
        Output &err, QObject *parent = nullptr);
    ~Runner() override;

    void start();
    // The first signal cancels the request and stops the server; the second one ends at once.
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    void reportWaiting();
    void clientChanged();
    void fail(const Error &error);
    void end(int exitCode);

    const Options m_options;
    Output &m_err;
    KnownServer m_known;
    std::unique_ptr<ServerAccess> m_access; // nullptr: no authorization is obtained
    std::unique_ptr<Answers> m_answers; // nullptr: no capabilities are declared
    mcp::Client m_client;
    FailureReport m_report;
    ServerCommand m_command;
    std::optional<int> m_exitCode; // once known; what remains is to stop the server
    QString m_waitingFor; // as it was reported
    int m_signal = 0;
    bool m_wasReady = false;
    bool m_finished = false;
};

} // namespace sonde::cli
