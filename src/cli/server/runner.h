// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/options.h"
#include "cli/server/servercommand.h"
#include "cli/server/serverlink.h"

#include <QObject>

namespace sonde::cli {

class Output;

// Runs one command: starts the server, runs the command, stops the server.
class Runner : public QObject {
    Q_OBJECT
public:
    // `payload`: the tool's arguments or the request's params. `traffic` and the outputs outlive
    // it.
    Runner(const Options &options, Bytes payload, rpc::TrafficSink *traffic, Output &out,
        Output &err, QObject *parent = nullptr);

    void start();
    // The first signal cancels the request and stops the server; the second one ends at once.
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    const Options m_options;
    ServerLink m_link;
    ServerCommand m_command;
    int m_signal = 0;
};

} // namespace sonde::cli
