// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/authoptions.h"
#include "cli/options/checkoptions.h"
#include "cli/options/command.h"
#include "cli/options/fanoutoptions.h"
#include "cli/options/line.h"
#include "cli/options/outputformat.h"
#include "cli/options/responseoptions.h"
#include "config/profile.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sonde::cli {

// What the command line of a command with a server says. Texts that become JSON stay bytes as
// typed.
struct Options {
    Command command = Command::Help;
    QString about; // of help: "tools call", "tools" or, for all commands, nothing
    QString name; // of the tool, the prompt or the method; a URI or a URI template
    std::vector<std::string> words; // key=text and key:=json
    bool typed = false; // key=text is converted as the schema of the tool says
    bool asTask = false; // of tools call
    QStringList files; // of validate; of compare: its sides
    bool checksResult = false; // of validate: the files are results, not arguments
    bool keepGoing = false; // of a shell: after a command that failed
    std::optional<std::string> args; // of --args
    std::string params; // PARAMS_JSON; empty: none
    QString output; // the file or folder that contents are written to; empty: they are not
    bool onePage = false; // of a list: the first one, or the one of `cursor`
    std::optional<std::string> cursor;
    bool json = false;
    OutputFormat format = OutputFormat::Table; // of lists; JSON as it arrived is `json`
    bool header = true; // of tables
    bool quiet = false; // no notes on standard error
    bool trace = false;
    bool verbose = false; // a line on standard error for each step
    std::optional<std::chrono::milliseconds> timeout; // for the handshake, and for the request
    QString recordFile; // empty: nothing is recorded
    bool probe = false; // ignores the cached detection and probes the server
    bool cache = true; // uses and updates the cached detection
    config::Profile server; // its program or its URL, and the era
    bool cleanEnvironment = false; // the program gets the variables that hosts pass on, no others
    QString configFile; // where `serverName` is; empty: in Sonde's own servers
    QString serverName;
    QString heldName; // of --on: the server that open keeps running
    QString bundleFile; // the server is in this MCPB bundle
    std::map<QString, std::vector<Secret>> settings; // of the bundle, by their keys
    std::vector<config::CustomHeader> extraHeaders; // with serverName
    AuthOptions auth; // with a URL
    ResponseOptions responses; // to server requests
    CheckOptions check; // of check
    FanOutOptions fanOut; // of fan-out
    QString tapName; // of tap: names the server in the recording; empty: its host does
    QString listen; // of tap: the address for hosts; empty: a free port
    bool overStdio = false; // of tap: a host starts it as a server on stdio
    bool authorizes = false; // of tap: Sonde logs in instead of the host
    bool rewritesMetadata = false; // of tap: the host logs in, for the address of the tap
    Line line; // as it was read, for a command's own options
    QStringList notes; // sentences about valid but probably mistaken input
};

} // namespace sonde::cli
