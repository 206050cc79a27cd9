// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "cli/arguments.h"
#include "cli/exitcode.h"
#include "cli/knownserver.h"
#include "cli/options.h"
#include "mcp/client.h"

#include <QObject>

#include <functional>
#include <optional>

namespace sonde::cli {

class Output;

// Carries one command out: starts the server, makes the request, prints, stops the server.
class Runner : public QObject {
    Q_OBJECT
public:
    // `payload`: the tool's arguments or the request's params. `tap` and the outputs outlive it.
    Runner(const Options &options, Bytes payload, rpc::Tap *tap, Output &out, Output &err,
        QObject *parent = nullptr);

    void start();
    // The first time the request is cancelled and the server stopped; the second time it ends at
    // once.
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    void clientChanged();
    void runCommand();
    void listTools(std::function<void(const Result<mcp::Listing> &)> done);
    void prepareCall();
    void callTool();
    std::function<void(const Result<mcp::Answer> &)> shownBy(
        void (Runner::*present)(const json::Value &));
    void showTools(const mcp::Listing &listing);
    void showToolResult(const json::Value &result);
    void waitForConnection();
    void showInfo();
    void showResult(const json::Value &result);
    bool isOver();
    void fail(const Error &error);
    void explainFailedStart();
    void explainAuthorization(const Error &error);
    void explainLostServer();
    void end(int exitCode);
    void printJson(const json::Value &value);
    mcp::CallOptions callOptions() const;

    const Options m_options;
    const Bytes m_payload;
    Output &m_out;
    Output &m_err;
    KnownServer m_known;
    mcp::Client m_client;
    RequestHandle m_request;
    std::optional<int> m_exitCode; // once known; what remains is to stop the server
    int m_signal = 0;
    bool m_wasReady = false;
    bool m_finished = false;
};

} // namespace sonde::cli
