// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "cli/options/options.h"
#include "cli/output/exitcode.h"
#include "cli/server/knownserver.h"
#include "mcp/client.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

namespace sonde::cli {

class Answers;
class Output;
class ResourceWatch;
class ServerAccess;

// Carries one command out: starts the server, makes the request, prints, stops the server.
class Runner : public QObject {
    Q_OBJECT
public:
    // `payload`: the tool's arguments or the request's params. `traffic` and the outputs outlive
    // it.
    Runner(const Options &options, Bytes payload, rpc::TrafficSink *traffic, Output &out,
        Output &err, QObject *parent = nullptr);
    ~Runner() override;

    void start();
    // The first time the request is cancelled and the server stopped; the second time it ends at
    // once.
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    void clientChanged();
    void runCommand();
    void request(const QString &method, void (Runner::*present)(const json::Value &));
    void notify();
    void watch();
    void list();
    void prepareCall();
    void callTool();
    std::function<void(const Result<mcp::Answer> &)> shownBy(
        void (Runner::*present)(const json::Value &));
    void showItems(const mcp::Listing &listing);
    void showList(const mcp::Listing &listing);
    void showToolResult(const json::Value &result);
    void waitForConnection();
    void showInfo();
    void showResult(const json::Value &result);
    void showCompletion(const json::Value &result);
    int codeOf(const json::Value &result, bool isWritten);
    // False when it could not be written where --output wants it.
    bool print(const json::Value &result, QString (*text)(const json::Value &));
    bool isOver();
    void fail(const Error &error);
    void writeEvidence(const Error &error);
    void reportDiscardedInput();
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
    std::unique_ptr<ServerAccess> m_access; // nullptr: authorization is not ours to get
    std::unique_ptr<Answers> m_answers; // nullptr: nothing is declared, and nothing answered
    mcp::Client m_client;
    RequestHandle m_request;
    std::unique_ptr<ResourceWatch> m_watch;
    std::optional<int> m_exitCode; // once known; what remains is to stop the server
    int m_signal = 0;
    bool m_wasReady = false;
    bool m_reportedDiscarded = false;
    bool m_finished = false;
};

} // namespace sonde::cli
