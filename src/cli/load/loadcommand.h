// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/options.h"
#include "cli/server/serverlink.h"
#include "mcp/client/loadtest.h"

#include <QObject>

#include <memory>

namespace sonde::cli {

class Output;

// `load`: connects to a server, calls a tool many times, and prints what became of the calls.
class LoadCommand : public QObject {
    Q_OBJECT
public:
    // `traffic` and the outputs outlive it.
    LoadCommand(const Options &options, Bytes arguments, rpc::TrafficSink *traffic, Output &out,
        Output &err, QObject *parent = nullptr);
    ~LoadCommand() override;

    void start();
    // The first signal ends the run, whose report follows; the second one ends at once.
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    void run();
    void report();
    int exitCode() const;

    const Options &m_options;
    const Bytes m_arguments;
    Output &m_out;
    Output &m_err;
    mcp::LoadRun::Plan m_plan;
    ServerLink m_link;
    std::unique_ptr<mcp::LoadTest> m_test;
    int m_signal = 0;
};

} // namespace sonde::cli
