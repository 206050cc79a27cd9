// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "cli/options/options.h"
#include "cli/server/callcheck.h"
#include "cli/server/resultprinter.h"
#include "mcp/client/client.h"

#include <QObject>

#include <functional>
#include <memory>

namespace sonde::cli {

class Output;
class ResourceUpdates;
class ToolCommand;

// The command itself, on a connected client: sends its requests and prints their results.
class ServerCommand : public QObject {
    Q_OBJECT
public:
    // `payload`: the arguments of the tool or the params of the request. Everything that is passed
    // by reference outlives it.
    ServerCommand(const Options &options, Bytes payload, mcp::Client &client, Output &out,
        Output &err, QObject *parent = nullptr);
    ~ServerCommand() override;

    void start(); // once, when the client is ready
    // Cancels the request. True: its response follows, and then finished(). False: nothing follows.
    bool cancel();
    // Results from now on are ignored.
    void abandon() { m_isAbandoned = true; }

Q_SIGNALS:
    void finished(int exitCode);
    void failed(const sonde::Error &error);
    // A notification that finished() has reported as sent was refused.
    void refused(const sonde::Error &error);

private:
    void warnOfUndeclared();
    void request(const QString &method, void (ServerCommand::*present)(const json::Value &));
    void notify();
    void watch();
    void list();
    void runTool();
    std::function<void(const Result<mcp::Response> &)> shownBy(
        const QString &method, void (ServerCommand::*present)(const json::Value &));
    void showItems(const mcp::Listing &listing);
    void printTable(const mcp::Listing &listing);
    void showList(const mcp::Listing &listing);
    void explain(const Error &error);
    void waitForConnection();
    void showInfo();
    void showResult(const json::Value &result);
    QStringList problemsOf(const json::Value &result) const;
    void showCompletion(const json::Value &result);
    bool isOver();
    mcp::CallOptions callOptions() const;

    const Options &m_options;
    const Bytes m_payload;
    mcp::Client &m_client;
    Output &m_out;
    Output &m_err;
    ResultPrinter m_printer;
    CallCheck m_check;
    RequestHandle m_request;
    std::unique_ptr<ResourceUpdates> m_watch;
    std::unique_ptr<ToolCommand> m_tool;
    bool m_isCancelled = false;
    bool m_isAbandoned = false;
};

} // namespace sonde::cli
