// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "cli/options/line.h"
#include "cli/options/options.h"
#include "cli/output/output.h"

namespace sonde::rpc {
class TrafficSink;
}
namespace sonde::trace {
class Recorder;
}

namespace sonde::cli {

// How a command without a server runs.
struct LineRun {
    Commands commands;
    // The exit code, or what is wrong with the line.
    Result<int> (*run)(const Line &line, Output &out, Output &err);
    bool needsApplication = false; // its event loop, or the path of this program
};
// nullptr: it needs a server, or its words are no line (completion).
const LineRun *lineRun(Commands commands);

// What a command with a server is given. All of it outlives the command.
struct ServerJob {
    const Options &options;
    const Bytes &json; // the arguments of the tool or the params of the request
    trace::Recorder *recorder; // nullptr: nothing is recorded
    rpc::TrafficSink *traffic;
    Output &out;
    Output &err;
};
enum class Recording {
    IfAsked, // with --record
    Always, // in memory, or with --record in a file
    OfItsOwn,
};
// How it runs, on the event loop.
struct ServerRun {
    Commands commands;
    int (*run)(const ServerJob &job);
    Recording recording = Recording::IfAsked;
};
const ServerRun &serverRun(Command command);

} // namespace sonde::cli
