// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "cli/options/options.h"
#include "cli/server/callcheck.h"
#include "cli/server/callwatch.h"
#include "cli/server/resultprinter.h"
#include "mcp/client/client.h"

#include <QObject>

namespace sonde::cli {

class Output;

// The commands that are about one tool: tools show, tools call, and validate --tool.
class ToolCommand : public QObject {
    Q_OBJECT
public:
    // `arguments`: of the call. Everything that is passed by reference outlives it.
    ToolCommand(const Options &options, Bytes arguments, mcp::Client &client, Output &out,
        Output &err, QObject *parent = nullptr);

    void start(); // once, when the client is ready
    // Cancels the call; finished() or failed() follows.
    void cancel();

Q_SIGNALS:
    void finished(int exitCode);
    void failed(const sonde::Error &error);

private:
    bool needsList() const;
    void withTool(const mcp::Listing &listing);
    void show(const json::Value &tool);
    void validate(const json::Value &tool);
    void prepareCall(const mcp::Listing &listing, const json::Value &tool);
    void call();
    void received(const Result<mcp::Response> &response);
    void followTask(const mcp::Response &response);
    void taskChanged(const mcp::Response &response);
    void showResult(const json::Value &result, const mcp::Response &response);
    void explain(const Error &error);

    const Options &m_options;
    Bytes m_arguments;
    mcp::Client &m_client;
    Output &m_out;
    Output &m_err;
    ResultPrinter m_printer;
    CallCheck m_check;
    CallWatch m_watch;
    RequestHandle m_request;
    quint64 m_task = 0; // in the TaskStore; 0: none
    QString m_taskStatus; // as it was reported
};

} // namespace sonde::cli
