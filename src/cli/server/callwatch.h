// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/options.h"
#include "mcp/client/client.h"

#include <QObject>

namespace sonde::cli {

class Output;

// Shows on standard error what a running tool call reports: its progress, and the log messages of
// the server. Shows nothing with --quiet, nor with --trace, which shows all of it anyway.
class CallWatch : public QObject {
    Q_OBJECT
public:
    // All of them outlive it.
    CallWatch(const Options &options, mcp::Client &client, Output &err, QObject *parent = nullptr);

    void begin();
    mcp::CallOptions options();
    // The timeouts of a request.
    static mcp::CallOptions timeouts(const Options &options);

private:
    void showProgress(const rpc::Message &message);
    void showLog(const rpc::Message &message);

    const Options &m_options;
    mcp::Client &m_client;
    Output &m_err;
    const bool m_isWanted;
};

} // namespace sonde::cli
