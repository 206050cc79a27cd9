// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/options.h"
#include "cli/server/servercommand.h"
#include "cli/server/serverlink.h"
#include "cli/shell/shellinput.h"
#include "cli/shell/shellnames.h"

#include <QObject>

#include <memory>
#include <string>
#include <vector>

namespace sonde::cli {

class Output;

// Many commands with one server: a line each, from the terminal or from standard input. On a
// terminal it goes on after a command that failed; otherwise it ends there, unless --keep-going.
class Shell : public QObject {
    Q_OBJECT
public:
    // `traffic` and the outputs outlive it.
    Shell(const Options &options, rpc::TrafficSink *traffic, Output &out, Output &err,
        QObject *parent = nullptr);
    ~Shell() override;

    void start();
    // A signal cancels the running command; without one, Ctrl+C discards the line, and everything
    // else ends the shell.
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    void begin();
    void loadNames();
    void read(const QString &line);
    void run(const std::vector<std::string> &words);
    void commandEnded(int code);
    void endInput();

    const Options m_options;
    Output &m_out;
    Output &m_err;
    ServerLink m_link;
    ShellNames m_names; // for completion
    std::unique_ptr<ShellInput> m_input;
    Options m_line; // of the command
    std::unique_ptr<ServerCommand> m_command; // nullptr: none is running
    int m_firstFailure = kFine;
};

} // namespace sonde::cli
