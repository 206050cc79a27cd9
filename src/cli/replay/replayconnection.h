// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/options.h"
#include "cli/replay/replayline.h"
#include "cli/server/serverlink.h"
#include "mcp/client/serverrequesthandler.h"
#include "replay/recordedresponses.h"
#include "replay/replayrun.h"

#include <QObject>

#include <memory>

namespace sonde::cli {

class Output;

// Connects to a server, sends it the client's side of a recording, and disconnects.
class ReplayConnection : public QObject, private mcp::ServerRequestHandler {
    Q_OBJECT
public:
    // All of them outlive it.
    ReplayConnection(const Options &options, const ReplayLine &line, rpc::TrafficSink *traffic,
        Output &err, QObject *parent = nullptr);
    ~ReplayConnection() override;

    void start();
    // The first signal stops the server; the second one ends at once.
    void interrupt(int signal);
    // Whether the server was connected; then there are outcomes, whatever the exit code.
    bool wasConnected() const { return m_wasConnected; }
    const replay::Outcomes &outcomes() const { return m_outcomes; }

Q_SIGNALS:
    void finished(int exitCode);

private:
    void replay();
    void close(); // no outcome can follow
    void handleRequest(const mcp::ServerRequest &request) override;

    const Options &m_options;
    const ReplayLine &m_line;
    Output &m_err;
    replay::RecordedResponses m_responses;
    ServerLink m_link;
    std::unique_ptr<replay::ReplayRun> m_run;
    replay::Outcomes m_outcomes;
    bool m_wasConnected = false;
    int m_signal = 0;
};

} // namespace sonde::cli
